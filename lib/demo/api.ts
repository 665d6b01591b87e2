import { readFileSync } from "node:fs";
import { setDefaultCACertificates } from "node:tls";
import { type Json, parseJson } from "../emulator/json.ts";
import type { ServiceFile } from "../local/service-file.ts";

export interface ApiResponse {
  status: number;
  text: string;
  /** The body as JSON; null when the body is not JSON. */
  json: Json;
}

interface CallOptions {
  key?: string;
  body?: Json;
  headers?: Record<string, string>;
}

const timeoutMs = 30_000;

/**
 * Returns a function that calls the API of a service. From now on this process trusts the certificate authority of the
 * service and no other one. A call rejects when no response comes within 30 s; it follows no redirect.
 */
export function openApi({ url, tls }: ServiceFile) {
  setDefaultCACertificates([readFileSync(tls.caFile)]);

  return async (
    method: string,
    path: string,
    { key, body, headers }: CallOptions = {},
  ): Promise<ApiResponse> => {
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: jsonOf(text) };
  };
}

function jsonOf(text: string): Json {
  try {
    return parseJson(text, "the response");
  } catch {
    return null;
  }
}
