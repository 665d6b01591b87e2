import { type QueueName, queueVariable } from "../contract/queues.ts";

/** Reads an environment variable that the stack sets. @throws when it is not set */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`the environment variable ${name} is not set`);
  return value;
}

/** Whether this function may send to a queue: the stack sets the URLs of those queues. */
export function sendsTo(queue: QueueName): boolean {
  return process.env[queueVariable(queue, "URL")] !== undefined;
}

/** How many workers of a queue may work for one organization at the same time, if the queue shares them. */
export function organizationPermits(): number {
  return Number(environment("ORGANIZATION_PERMITS"));
}

/** The public address of this service; null where the stack does not set it. */
export function publicUrl(): string | null {
  return process.env.PUBLIC_URL ?? null;
}

/** Whether URLs may lead to loopback addresses. Only the local runtime sets it. */
export function allowsLoopback(): boolean {
  return process.env.LOCAL_ALLOW_LOOPBACK === "1";
}
