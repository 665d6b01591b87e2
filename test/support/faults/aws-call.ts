import type { IncomingMessage } from "node:http";
import { type JsonObject, parseJsonObject, textAt } from "../../../lib/emulator/json.ts";

/** A function's call to an emulated AWS service. */
export interface AwsCall {
  service: "dynamodb" | "sqs" | "scheduler" | "kms";
  /** `UpdateItem`, `SendMessageBatch`, `CreateSchedule`, `Decrypt` … */
  action: string;
  body: JsonObject;
}

const services: Readonly<Record<string, AwsCall["service"]>> = {
  DynamoDB_20120810: "dynamodb",
  AmazonSQS: "sqs",
  TrentService: "kms",
};

const schedulerActions: Readonly<Record<string, string>> = {
  POST: "CreateSchedule",
  GET: "GetSchedule",
  DELETE: "DeleteSchedule",
};

/**
 * Reads an AWS call from an HTTP request. AWS's JSON protocol names the action in a header; Scheduler's REST protocol
 * names it by the method.
 */
export function readCall({ headers, method = "", url = "" }: IncomingMessage, text: string): AwsCall {
  const body = text === "" ? {} : parseJsonObject(text, url);
  const target = headers["x-amz-target"];
  if (typeof target === "string") {
    const [prefix = "", action = ""] = target.split(".");
    const service = services[prefix];
    if (service === undefined) throw new Error(`the functions call ${target}, which the proxy does not know`);
    return { service, action, body };
  }
  return { service: "scheduler", action: schedulerActions[method] ?? method, body };
}

/** Returns the URL of the emulated service that a call is for. */
export function engineOf(
  { service }: AwsCall,
  engines: Readonly<Record<AwsCall["service"], string>>,
): string {
  return engines[service];
}

/** Returns the bodies of the messages that a call sends. */
export function messagesOf({ action, body }: AwsCall): string[] {
  if (action !== "SendMessageBatch" || !Array.isArray(body["Entries"])) return [];
  const entries: readonly JsonObject[] = body["Entries"];
  return entries.map((entry) => textAt(entry, "MessageBody") ?? "");
}
