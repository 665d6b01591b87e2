import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { localAccountId, localRegion } from "./assembly/identities.ts";
import { describeResource, type Resource } from "./assembly.ts";
import { AwsError } from "./aws-json.ts";
import type { ServiceClock } from "./clock.ts";
import { isDiskFull } from "./disk-space.ts";
import { isJsonObject, type JsonObject, textAt } from "./json.ts";
import { readScheduleExpression } from "./scheduler/expression.ts";
import { openScheduleStore, type StoredSchedule } from "./scheduler/store.ts";

/** Sends `input` to the target. Rejects when the target did not accept it; the scheduler then calls it again. */
export type FireTarget = (targetArn: string, input: string) => Promise<void>;

/** EventBridge Scheduler with one-time `at` schedules in UTC, and `rate`. */
export interface Scheduler {
  /** Throws AwsError with the error types of EventBridge Scheduler, as `get` and `remove` do. */
  create(name: string, request: JsonObject): JsonObject;
  get(name: string, groupName: string): JsonObject;
  remove(name: string, groupName: string): void;
  /** Begins to fire schedules. Until then they are only stored. */
  start(): void;
  stop(): Promise<void>;
}

// A timer of Node lasts 24 days at most, and the system clock may be set while the scheduler waits.
const sleepMsMax = 1000;
const retryMs = 1000;
// With a fast clock, a rate could become a busy loop.
const rateMsMin = 250;

/**
 * Opens the scheduler with its stored schedules and the template's schedules. A schedule fires within one service second
 * of its time, or at the start if its time has passed before. It is stored until its target has accepted the event.
 */
export function openScheduler(options: {
  database: DatabaseSync;
  clock: ServiceClock;
  groups: readonly string[];
  templates: readonly Resource[];
  knowsTarget: (arn: string) => boolean;
  fire: FireTarget;
  log: (line: string) => void;
}): Scheduler {
  const { clock, fire, log } = options;
  const groups = new Set(["default", ...options.groups]);
  const store = openScheduleStore(options.database);
  const firing = new Map<string, Promise<void>>();
  /** When a schedule may fire again, on the clock of `performance.now()`. */
  const notBeforeMs = new Map<string, number>();
  /** Schedules whose target has accepted the event, and whose completion is not stored because the disk is full. */
  const accepted = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = false;

  const removed = new Map(store.templates().map((schedule) => [keyOf(schedule), schedule]));
  for (const template of options.templates) adopt(template);
  for (const { groupName, name } of removed.values()) store.remove(groupName, name);

  /** Stores a schedule of the template. Its next time stays the same over restarts, unless its rate has changed. */
  function adopt(template: Resource): void {
    const where = describeResource(template);
    const timing = readScheduleExpression(textAt(template.properties, "ScheduleExpression") ?? "");
    if (timing?.kind !== "rate")
      throw new Error(`${where}: the emulator knows only rate(...) for ScheduleExpression`);
    const groupName = textAt(template.properties, "GroupName") ?? "default";
    const name = template.ref;
    if (textAt(template.properties, "State") === "DISABLED") return;
    removed.delete(keyOf({ groupName, name }));
    const known = store.find(groupName, name);
    const storedDueMs = known?.intervalMs === timing.everyMs ? known.dueMs : undefined;
    const dueMs = storedDueMs ?? clock.now() + timing.everyMs;
    store.save({
      groupName,
      name,
      request: template.properties,
      dueMs,
      intervalMs: timing.everyMs,
      fromTemplate: true,
    });
  }

  function create(name: string, request: JsonObject): JsonObject {
    const groupName = textAt(request, "GroupName") ?? "default";
    const target = request["Target"];
    if (!/^[0-9a-zA-Z\-_.]{1,64}$/.test(name)) throw invalid(`Invalid schedule name ${name}.`);
    if (!groups.has(groupName))
      throw new AwsError("ResourceNotFoundException", `Schedule group ${groupName} does not exist.`);
    const timing = readScheduleExpression(textAt(request, "ScheduleExpression") ?? "");
    if (timing === undefined)
      throw invalid(`Invalid Schedule Expression ${textAt(request, "ScheduleExpression") ?? ""}.`);
    if (!["UTC", "Etc/UTC"].includes(textAt(request, "ScheduleExpressionTimezone") ?? "UTC"))
      throw invalid("The emulator knows only UTC.");
    if (textAt(request, "FlexibleTimeWindow", "Mode") !== "OFF")
      throw invalid("FlexibleTimeWindow Mode must be OFF.");
    if (!isJsonObject(target) || textAt(target, "RoleArn") === undefined)
      throw invalid("Target needs Arn and RoleArn.");
    if (!options.knowsTarget(textAt(target, "Arn") ?? ""))
      throw invalid(`Provided Arn is not a target of this template: ${textAt(target, "Arn") ?? ""}.`);

    const created = { ScheduleArn: arnOf(groupName, name) };
    const known = store.find(groupName, name);
    if (known !== undefined) {
      const token = textAt(request, "ClientToken");
      if (token !== undefined && token === textAt(known.request, "ClientToken")) return created;
      throw new AwsError("ConflictException", `Schedule ${name} already exists.`);
    }
    const dueMs = timing.kind === "at" ? timing.atMs : clock.now() + timing.everyMs;
    const intervalMs = timing.kind === "at" ? undefined : timing.everyMs;
    store.save({ groupName, name, request, dueMs, intervalMs, fromTemplate: false });
    wake();
    return created;
  }

  function get(name: string, groupName: string): JsonObject {
    const { ClientToken: _, ...shown } = require(name, groupName).request;
    return { State: "ENABLED", ...shown, Arn: arnOf(groupName, name), GroupName: groupName, Name: name };
  }

  function require(name: string, groupName: string): StoredSchedule {
    const found = store.find(groupName, name);
    if (found === undefined) throw missing(name);
    return found;
  }

  function wake(): void {
    clearTimeout(timer);
    if (!running) return;
    const nowMs = clock.now();
    for (const schedule of store.due(nowMs)) fireOnce(schedule);
    const nextMs = store.nextDueMs(nowMs);
    const sleepMs = nextMs === undefined ? sleepMsMax : Math.ceil(clock.realMsUntil(nextMs));
    // At most a second: a due schedule may wait for its next try.
    timer = setTimeout(wake, Math.min(sleepMs, sleepMsMax));
  }

  function fireOnce(schedule: StoredSchedule): void {
    const key = keyOf(schedule);
    if (firing.has(key) || (notBeforeMs.get(key) ?? 0) > performance.now()) return;
    const done = deliver(schedule, key).finally(() => firing.delete(key));
    firing.set(key, done);
  }

  async function deliver(schedule: StoredSchedule, key: string): Promise<void> {
    try {
      if (!accepted.has(key))
        await fire(textAt(schedule.request, "Target", "Arn") ?? "", inputOf(schedule, clock.now()));
      accepted.add(key);
      complete(schedule);
      accepted.delete(key);
      if (schedule.intervalMs === undefined) notBeforeMs.delete(key);
      else notBeforeMs.set(key, performance.now() + rateMsMin);
    } catch (error) {
      // Logged once; the target is called again every second.
      if (running && !isDiskFull(error) && !notBeforeMs.has(key))
        log(`schedule ${key}: its target did not accept it: ${String(error)}`);
      notBeforeMs.set(key, performance.now() + retryMs);
    }
  }

  function complete({ groupName, name, request, dueMs, intervalMs }: StoredSchedule): void {
    if (intervalMs !== undefined) {
      const missed = Math.max(1, Math.ceil((clock.now() - (dueMs ?? 0)) / intervalMs));
      store.setDue(groupName, name, (dueMs ?? clock.now()) + missed * intervalMs);
      wake();
    } else if (textAt(request, "ActionAfterCompletion") === "DELETE") store.remove(groupName, name);
    else store.setDue(groupName, name, undefined);
  }

  return {
    create,
    get,
    remove(name, groupName) {
      if (!store.remove(groupName, name)) throw missing(name);
    },
    start() {
      running = true;
      wake();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      await Promise.all(firing.values());
    },
  };
}

/** https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html */
function inputOf({ name, groupName, request, dueMs }: StoredSchedule, nowMs: number): string {
  const arn = arnOf(groupName, name);
  const time = new Date(dueMs ?? nowMs).toISOString().replace(/\.\d+Z$/, "Z");
  const input = textAt(request, "Target", "Input");
  if (input === undefined) {
    return JSON.stringify({
      version: "0",
      id: randomUUID(),
      "detail-type": "Scheduled Event",
      source: "aws.scheduler",
      account: localAccountId,
      time,
      region: localRegion,
      resources: [arn],
      detail: "{}",
    });
  }
  return input
    .replaceAll("<aws.scheduler.schedule-arn>", arn)
    .replaceAll("<aws.scheduler.scheduled-time>", time)
    .replaceAll("<aws.scheduler.execution-id>", () => randomUUID())
    .replaceAll("<aws.scheduler.attempt-number>", "1");
}

function keyOf({ groupName, name }: { groupName: string; name: string }): string {
  return `${groupName}/${name}`;
}

function arnOf(groupName: string, name: string): string {
  return `arn:aws:scheduler:${localRegion}:${localAccountId}:schedule/${groupName}/${name}`;
}

function invalid(message: string): AwsError {
  return new AwsError("ValidationException", message);
}

function missing(name: string): AwsError {
  return new AwsError("ResourceNotFoundException", `Schedule ${name} does not exist.`);
}
