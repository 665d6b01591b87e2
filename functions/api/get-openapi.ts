import { brotliDecompressSync } from "node:zlib";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import compressed from "../../docs/openapi.json?brotli";
import { documentResponse } from "../platform/document-response.ts";

/** The bundle holds the document compressed, because the document is most of what a cold start loads. */
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
