import {
  type DomainError,
  type FieldProblem,
  invalid,
  notFound,
  unprocessable,
} from "../../functions/domain/errors.ts";
import type { ExampleRequest } from "./document-types.ts";
import type { ParameterName } from "./parameters.ts";

/** The texts and examples of one operation. Everything else comes from its row in the route table. */
export interface OperationText {
  summary: string;
  description: string;
  /** Its query parameters: exactly those of its route's query schema. */
  query?: readonly ParameterName[];
  /** The request body of its example. */
  body?: unknown;
  success: SuccessText;
  /** Examples of its own errors. The errors that all operations share are made from its row. */
  errors?: readonly ErrorExample[];
}

interface SuccessText {
  /** The description of the response. */
  text: string;
  /** The query of the example request. */
  query?: Record<string, string>;
  /** The response body of the example. */
  example?: unknown;
}

export interface ErrorExample {
  /** The key of the example, unique within its operation. */
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

/** The example of a request that is not valid, with the reason for each field. */
export function invalidExample(request: ExampleRequest, fields: readonly FieldProblem[]): ErrorExample {
  const summary = "The request is not valid. The response names every invalid field.";
  return { name: "notValid", status: 400, summary, body: errorBody(invalid(fields)), request };
}

/** The example of a request for a resource that does not exist or belongs to another organization. */
export function notFoundExample(resource: string, request: ExampleRequest): ErrorExample {
  const summary = `The ${resource} does not exist or belongs to another organization.`;
  return { name: "notFound", status: 404, summary, body: errorBody(notFound(resource)), request };
}

/** The example of a valid request that the current state does not allow. */
export function unprocessableExample(
  name: string,
  summary: string,
  message: string,
  request: ExampleRequest = {},
): ErrorExample {
  return { name, status: 422, summary, body: errorBody(unprocessable(message)), request };
}

/** The example of a list that is asked for a page of an impossible size. */
export function invalidLimitExample(limit: string): ErrorExample {
  return invalidExample({ query: { limit } }, [
    { field: "limit", reason: "must be an integer from 1 to 100" },
  ]);
}

/** The response body of an error. */
export function errorBody({ code, message, fields }: DomainError): ErrorExample["body"] {
  return { error: { code, message, ...(fields !== undefined && { fields }) } };
}
