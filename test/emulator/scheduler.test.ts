import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  ValidationException,
} from "@aws-sdk/client-scheduler";
import { afterEach, expect, it } from "vitest";
import { newAccessKey } from "../../lib/emulator/access-key.ts";
import { serveAws } from "../../lib/emulator/aws-endpoint.ts";
import { startClock } from "../../lib/emulator/clock.ts";
import { type FireTarget, openScheduler } from "../../lib/emulator/scheduler.ts";
import { openState } from "../../lib/emulator/state.ts";
import { eventually, temporaryFolder } from "../support/emulator/assembly-fixture.ts";

const queueArn = "arn:aws:sqs:us-east-1:000000000000:deliveries";
const accessKey = newAccessKey();
const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

async function start(directory: string, fire: FireTarget, speed = 1) {
  const state = openState(directory);
  const clock = startClock(state.database, speed);
  const scheduler = openScheduler({
    database: state.database,
    clock,
    groups: ["outbox"],
    templates: [],
    knowsTarget: (arn) => arn === queueArn,
    fire,
    log: () => {},
  });
  const aws = await serveAws({ scheduler, kms: () => ({}), lambda: () => undefined }, accessKey);
  const client = new SchedulerClient({
    endpoint: aws.endpoint,
    region: "us-east-1",
    credentials: accessKey,
  });
  const end = async () => {
    endings.splice(endings.indexOf(end), 1);
    client.destroy();
    await scheduler.stop();
    await aws.stop();
    clock.stop();
    state.close();
  };
  endings.push(end);
  return { client, clock, scheduler, end };
}

function schedule(name: string, atMs: number) {
  return new CreateScheduleCommand({
    Name: name,
    GroupName: "outbox",
    ScheduleExpression: `at(${new Date(atMs).toISOString().slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: "OFF" },
    ActionAfterCompletion: "DELETE",
    Target: {
      Arn: queueArn,
      RoleArn: "arn:aws:iam::000000000000:role/scheduler",
      Input: `{"name":"${name}"}`,
    },
  });
}

it("a second schedule of the same name is a conflict, an unknown one is not found, and a malformed one is invalid", async () => {
  const { client, clock } = await start(temporaryFolder(), () => Promise.resolve());
  await client.send(schedule("once", clock.now() + 60_000));
  await expect(client.send(schedule("once", clock.now() + 60_000))).rejects.toBeInstanceOf(ConflictException);
  const found = await client.send(new GetScheduleCommand({ Name: "once", GroupName: "outbox" }));
  expect(found.Target?.Input).toBe('{"name":"once"}');
  await client.send(new DeleteScheduleCommand({ Name: "once", GroupName: "outbox" }));
  const gone = client.send(new GetScheduleCommand({ Name: "once", GroupName: "outbox" }));
  await expect(gone).rejects.toBeInstanceOf(ResourceNotFoundException);
  await expect(client.send(schedule("bad name", clock.now()))).rejects.toBeInstanceOf(ValidationException);
});

it("a schedule survives a restart, fires once within a second of its time on a fast clock, and is deleted", async () => {
  const directory = temporaryFolder();
  const first = await start(directory, () => Promise.reject(new Error("fired too early")), 60);
  first.scheduler.start();
  const dueMs = Math.ceil((first.clock.now() + 60_000) / 1000) * 1000;
  await first.client.send(schedule("later", dueMs));
  await first.end();

  const fired: { input: string; lateMs: number }[] = [];
  const fire: FireTarget = (_, input) => {
    fired.push({ input, lateMs: second.clock.now() - dueMs });
    return Promise.resolve();
  };
  const second = await start(directory, fire, 60);
  second.scheduler.start();
  const [event] = await eventually(() => (fired.length > 0 ? fired : undefined));
  expect(event?.input).toBe('{"name":"later"}');
  expect(event?.lateMs).toBeGreaterThanOrEqual(0);
  expect(event?.lateMs).toBeLessThan(2000);
  const gone = second.client.send(new GetScheduleCommand({ Name: "later", GroupName: "outbox" }));
  await expect(gone).rejects.toBeInstanceOf(ResourceNotFoundException);
  expect(fired).toHaveLength(1);
});

it("the scheduler calls a target that fails again until it accepts the event", async () => {
  let asked = 0;
  const fire: FireTarget = () => (++asked < 2 ? Promise.reject(new Error("down")) : Promise.resolve());
  const { client, clock, scheduler } = await start(temporaryFolder(), fire);
  scheduler.start();
  await client.send(schedule("stubborn", clock.now() - 1000));
  await eventually(() => (asked === 2 ? true : undefined));
  const gone = client.send(new GetScheduleCommand({ Name: "stubborn", GroupName: "outbox" }));
  await expect(gone).rejects.toBeInstanceOf(ResourceNotFoundException);
});

it("the clock never runs backwards after a fast run, and a second runtime cannot use the folder", async () => {
  const directory = temporaryFolder();
  const fast = await start(directory, () => Promise.resolve(), 100_000);
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  const lastMs = fast.clock.now();
  await expect(start(directory, () => Promise.resolve())).rejects.toThrow("in use by another runtime");
  await fast.end();
  const slow = await start(directory, () => Promise.resolve());
  expect(slow.clock.now()).toBeGreaterThanOrEqual(lastMs);
});
