import { brotliDecompressSync } from "node:zlib";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import compressed from "../../docs/openapi.json?brotli";
import { documentResponse } from "../platform/document-response.ts";

/** The bundle has the document compressed: it is ten times as long as the rest of the function's code. */
const text = brotliDecompressSync(compressed).toString();

/** Needs no table and no API key, so it does not use `endpoint()`. */
export const handler = async ({
  headers,
  requestContext: { requestId },
}: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
  const [, known] = Object.entries(headers).find(([name]) => name.toLowerCase() === "if-none-match") ?? [];
  const { status = 200, ...document } = documentResponse(text, "application/json; charset=utf-8", known);
  return {
    statusCode: status,
    headers: { ...document.headers, "X-Request-Id": requestId },
    body: document.body,
  };
};
