import {
  type DomainError,
  type FieldProblem,
  invalid,
  notFound,
  unprocessable,
} from "../../functions/domain/errors.ts";
import type { ExampleRequest } from "./document-types.ts";
import type { ParameterName } from "./parameters.ts";

/** What the document says of one operation beyond its row in the route table. */
export interface OperationText {
  summary: string;
  description: string;
  /** Its query parameters: those of its row, no more and no less. */
  query?: readonly ParameterName[];
  /** Its request's body in the example. */
  body?: unknown;
  success: SuccessText;
  /** The examples of errors that are its own; those that every operation has are made from its row. */
  refused?: readonly RefusedExample[];
}

interface SuccessText {
  /** What its status means here. */
  text: string;
  /** The query of the example's request. */
  query?: Record<string, string>;
  /** The body of the example's answer. */
  example?: unknown;
}

export interface RefusedExample {
  /** Names the example among those of its operation. */
  name: string;
  status: 400 | 404 | 422;
  summary: string;
  body: { error: { code: string; message: string; fields?: readonly FieldProblem[] } };
  request?: ExampleRequest;
}

export interface Tagged<Operations extends Record<string, OperationText>> {
  tag: string;
  description: string;
  operations: Operations;
}

/** A request that is not valid, and what is wrong with it. */
export function notValid(request: ExampleRequest, fields: readonly FieldProblem[]): RefusedExample {
  const summary = "What was sent is not valid; every field that is not is named.";
  return { name: "notValid", status: 400, summary, body: bodyOf(invalid(fields)), request };
}

/** A request about what does not exist, or is another organization's. */
export function notThere(resource: string, request: ExampleRequest): RefusedExample {
  const summary = `No such ${resource}, or another organization's.`;
  return { name: "notFound", status: 404, summary, body: bodyOf(notFound(resource)), request };
}

/** A request that cannot be carried out as things stand. */
export function notPossible(
  name: string,
  summary: string,
  message: string,
  request: ExampleRequest = {},
): RefusedExample {
  return { name, status: 422, summary, body: bodyOf(unprocessable(message)), request };
}

/** The body of an error's answer. */
export function bodyOf({ code, message, fields }: DomainError): RefusedExample["body"] {
  return { error: { code, message, ...(fields !== undefined && { fields }) } };
}
