import middy from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import type * as z from "zod/mini";
import type { Route } from "../contract/route.ts";
import type { ChannelName } from "../domain/channel.ts";
import { type FieldProblem, invalid } from "../domain/errors.ts";
import { trusted } from "../domain/trusted.ts";
import { type ApiExchange, type Document, exchangeMiddleware, successResponse } from "./api-exchange.ts";
import { authenticate, type Caller } from "./authenticate.ts";
import { unchangeableProblems } from "./changes.ts";
import { type Effects, newExecutionId, openEffects } from "./effects.ts";
import { executeIdempotently, idempotencyKeyProblems, isIdempotent } from "./idempotency.ts";
import { validateQuery } from "./query.ts";
import { bodySchema, checkedChannel, checkedId, checkedJson } from "./request.ts";
import { joinProblems, validate } from "./validate.ts";
import { type Viewer, viewerOf } from "./viewer.ts";

type OutputOf<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
type PartOf<R extends Route, Part extends "query" | "body"> = R extends { [P in Part]: infer Schema }
  ? OutputOf<Schema>
  : undefined;

/** A request that has passed every check of its route. */
interface Request<R extends Route> {
  caller: R["access"] extends "public" ? null : Caller;
  /** The `{id}` of the path; empty if the path has none. */
  id: string;
  /** The `{channel}` of the path; null if the path has none. */
  channel: R["path"] extends `${string}{channel}${string}` ? ChannelName : null;
  params: Readonly<Record<string, string | undefined>>;
  query: PartOf<R, "query">;
  body: PartOf<R, "body">;
  headers: Readonly<Record<string, string | undefined>>;
  /** Sets the value of the Set-Cookie header of the response. */
  setCookie: R extends { setsCookie: true } ? (cookie: string) => void : null;
  /** Who sent the request, and to which address. Only public routes need it, and those that make links. */
  viewer: R["access"] extends "public" ? Viewer : R extends { seesViewer: true } ? Viewer : null;
}

/** What a route's handler returns: the body of its success response; nothing for 204. */
type Reply<R extends Route> = R["success"] extends { body: infer Schema extends z.ZodMiniType }
  ? z.input<Schema>
  : R["success"] extends { document: true }
    ? Document
    : void;

type Handle<R extends Route> = (request: Request<R>, effects: Effects) => Promise<Reply<R>>;

interface EndpointOptions {
  /** @default opened from the function's environment variables */
  effects?: Effects;
  /** Finds problems that the schema cannot find. Gets the body as it was sent, also if the schema has found problems. */
  alsoCheck?: (body: unknown, effects: Effects) => FieldProblem[] | Promise<FieldProblem[]>;
}

type Event = APIGatewayProxyEvent & { exchange: ApiExchange };

/**
 * Makes the Lambda handler of one route. It checks authentication, rate limit and role, then validates the request, calls
 * the handler and validates its reply. Every error becomes one of the contract (contract, section 1).
 */
export function endpoint<R extends Route>(
  route: R,
  handle: Handle<R>,
  { effects = openEffects(), alsoCheck }: EndpointOptions = {},
): (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult> {
  const handler = async (event: Event): Promise<APIGatewayProxyResult> => {
    const { exchange } = event;
    const setCookie = (cookie: string) => {
      exchange.cookie = cookie;
    };
    const query = validateQuery(route, event);
    const body = validate(bodySchema(route, event.pathParameters), event.body);
    const unchangeable = unchangeableProblems(route, event.body);
    const schemaProblems = [...query.problems, ...body.problems, ...unchangeable];
    if (schemaProblems.length > 0 || exchange.keyProblems.length > 0)
      throw invalid(joinProblems(schemaProblems, await alsoCheck?.(event.body, effects)));
    const work = async (own: Effects): Promise<APIGatewayProxyResult> => {
      const found = await alsoCheck?.(event.body, own);
      if (found !== undefined && found.length > 0) throw invalid(found);
      // The types are derived from the schemas that have parsed these parts.
      const request = trusted<Request<R>>({
        caller: exchange.caller,
        id: checkedId(route, event.pathParameters),
        channel: checkedChannel(route, event.pathParameters),
        params: event.pathParameters ?? {},
        query: query.value,
        body: body.value,
        headers: event.headers,
        setCookie: route.setsCookie === true ? setCookie : null,
        viewer: route.access === "public" || route.seesViewer === true ? viewerOf(event) : null,
      });
      return successResponse(route, await handle(request, own), exchange);
    };
    return isIdempotent(route, event.headers)
      ? executeIdempotently(event, route, effects, work)
      : work({ ...effects, table: { ...effects.table, executionId: newExecutionId() } });
  };

  const chain = middy<Event, APIGatewayProxyResult>(handler, { timeoutEarlyInMillis: 0 })
    .use(exchangeMiddleware(route))
    .before(async ({ event }) => {
      const { access } = route;
      if (access === "public") return;
      const { caller, bearer, headers } = await authenticate(event, { ...route, access }, effects);
      event.exchange.caller = caller;
      event.exchange.bearer = bearer;
      event.exchange.keyProblems = idempotencyKeyProblems(route, event.headers);
      Object.assign(event.exchange.headers, headers);
    });
  if (route.body) chain.before(({ event }) => checkedJson(route, event)).use(httpJsonBodyParser());
  return (event, context) =>
    chain(
      {
        ...event,
        exchange: {
          caller: null,
          bearer: "",
          cookie: null,
          headers: {},
          sentBody: event.body,
          keyProblems: [],
        },
      },
      context,
    );
}
