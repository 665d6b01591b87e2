import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { localAccountId, localRegion } from "./assembly/identities.ts";
import type { Resource } from "./assembly.ts";
import { AwsError } from "./aws-json.ts";
import type { ServiceClock } from "./clock.ts";
import { isJsonObject, type JsonObject, textAt } from "./json.ts";
import { readScheduleExpression } from "./scheduler/expression.ts";
import { openScheduleStore, type StoredSchedule } from "./scheduler/store.ts";

/** Hands `input` to the target; rejects when the target did not take it, and is then asked again. */
export type FireTarget = (targetArn: string, input: string) => Promise<void>;

/** EventBridge Scheduler, as far as this service uses it: one-time `at` schedules in UTC, and `rate`. */
export interface Scheduler {
  /** Throws AwsError as Scheduler refuses. */
  create(name: string, request: JsonObject): JsonObject;
  get(name: string, groupName: string): JsonObject;
  remove(name: string, groupName: string): void;
  /** Begins to fire; until then schedules only collect. */
  start(): void;
  stop(): Promise<void>;
}

// Timers hold 24 days at most; and a wall clock may be set while we wait.
const sleepMsMax = 1000;
const retryMs = 1000;
// A rate that a fast clock would make a busy loop still leaves its target room to breathe.
const rateMsMin = 250;

/**
 * Opens the scheduler on its stored schedules and the template's own. A schedule fires within a service second of its
 * time, or at once when that passed while nothing ran; it is kept until its target has taken the event.
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
  const notBeforeRealMs = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let running = false;

  const withdrawn = new Map(store.templates().map((schedule) => [keyOf(schedule), schedule]));
  for (const template of options.templates) adopt(template);
  for (const { groupName, name } of withdrawn.values()) store.remove(groupName, name);

  /** A schedule of the template keeps its rhythm over restarts, unless its rate has changed. */
  function adopt(template: Resource): void {
    const where = `${template.stack}/${template.logicalId} (${template.type})`;
    const timing = readScheduleExpression(textAt(template.properties, "ScheduleExpression") ?? "");
    if (timing?.kind !== "rate")
      throw new Error(`${where}: the local runtime knows only rate(...) for ScheduleExpression`);
    const groupName = textAt(template.properties, "GroupName") ?? "default";
    const name = template.ref;
    if (textAt(template.properties, "State") === "DISABLED") return;
    withdrawn.delete(keyOf({ groupName, name }));
    const known = store.find(groupName, name);
    const kept = known?.intervalMs === timing.everyMs ? known.dueMs : undefined;
    const dueMs = kept ?? clock.now() + timing.everyMs;
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
      throw invalid("The local scheduler knows only UTC.");
    if (textAt(request, "FlexibleTimeWindow", "Mode") !== "OFF")
      throw invalid("FlexibleTimeWindow Mode must be OFF.");
    if (!isJsonObject(target) || textAt(target, "RoleArn") === undefined)
      throw invalid("Target needs Arn and RoleArn.");
    if (!options.knowsTarget(textAt(target, "Arn") ?? ""))
      throw invalid(`Provided Arn is not a target of this template: ${textAt(target, "Arn") ?? ""}.`);

    const answer = { ScheduleArn: arnOf(groupName, name) };
    const known = store.find(groupName, name);
    if (known !== undefined) {
      const token = textAt(request, "ClientToken");
      if (token !== undefined && token === textAt(known.request, "ClientToken")) return answer;
      throw new AwsError("ConflictException", `Schedule ${name} already exists.`);
    }
    const dueMs = timing.kind === "at" ? timing.atMs : clock.now() + timing.everyMs;
    const intervalMs = timing.kind === "at" ? undefined : timing.everyMs;
    store.save({ groupName, name, request, dueMs, intervalMs, fromTemplate: false });
    wake();
    return answer;
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
    // A due schedule that waits for its retry needs us too; it is looked at every second.
    timer = setTimeout(wake, Math.min(sleepMs, sleepMsMax));
  }

  function fireOnce(schedule: StoredSchedule): void {
    const key = keyOf(schedule);
    if (firing.has(key) || (notBeforeRealMs.get(key) ?? 0) > Date.now()) return;
    const done = handOver(schedule, key).finally(() => firing.delete(key));
    firing.set(key, done);
  }

  async function handOver(schedule: StoredSchedule, key: string): Promise<void> {
    try {
      await fire(textAt(schedule.request, "Target", "Arn") ?? "", inputOf(schedule, clock.now()));
      complete(schedule);
      if (schedule.intervalMs === undefined) notBeforeRealMs.delete(key);
      else notBeforeRealMs.set(key, Date.now() + rateMsMin);
    } catch (error) {
      // Once is enough: a target that stays away is asked every second.
      if (running && !notBeforeRealMs.has(key))
        log(`schedule ${key}: its target did not take it: ${String(error)}`);
      notBeforeRealMs.set(key, Date.now() + retryMs);
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
