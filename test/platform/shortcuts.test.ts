import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { testEventMessage } from "../../functions/domain/event-message.ts";
import type { OutgoingMessage } from "../../functions/domain/message.ts";
import { secondMs } from "../../functions/domain/time.ts";
import type { Sender } from "../../functions/platform/sender.ts";
import { type Shortcut, senderWithShortcuts } from "../../functions/platform/shortcuts.ts";
import { newId, testTimeMs } from "../support/table/entities.ts";

const aMessage = (): OutgoingMessage => testEventMessage(newId("evt"), newId("org"), newId("whk"), 0);

let nowMs: number;
let shortcut: Shortcut;
/** The messages whose shortcut was asked for. */
let asked: OutgoingMessage[];
let sent: OutgoingMessage[];
/** The messages that the queues reject. */
let rejected: OutgoingMessage[];
let sender: Sender;

beforeEach(() => {
  [asked, sent, rejected] = [[], [], []];
  nowMs = testTimeMs;
  shortcut = () => Promise.resolve(null);
  const queues: Sender = {
    trySend(messages) {
      sent.push(...messages.filter((one) => !rejected.includes(one)));
      const failed = messages.filter((one) => rejected.includes(one));
      return Promise.resolve(failed.map((message) => ({ message, error: new Error("rejected") })));
    },
    send: () => Promise.reject(new Error("the sender has its own send")),
    deadLetter: () => Promise.resolve(),
  };
  const ask: Shortcut = (message) => {
    asked.push(message);
    return shortcut(message);
  };
  sender = senderWithShortcuts(queues, ask, () => nowMs);
});

it("a message with a shortcut is not sent, and the messages in its place are sent, also if there are none", async () => {
  const [without, withTwo, withNone] = [aMessage(), aMessage(), aMessage()];
  const two = [aMessage(), aMessage()];
  shortcut = (message) => Promise.resolve(message === withTwo ? two : message === withNone ? [] : null);
  expect(await sender.trySend([without, withTwo, withNone], nowMs)).toEqual([]);
  expect(sent).toEqual([without, ...two]);
});

it("a message counts as not sent when one of the messages in its place is rejected", async () => {
  const [message, other] = [aMessage(), aMessage()];
  const inPlace = [aMessage(), aMessage(), aMessage()];
  shortcut = (one) => Promise.resolve(one === message ? inPlace : null);
  rejected = inPlace.slice(1, 2);
  expect(await sender.trySend([message, other], nowMs)).toEqual([{ message, error: new Error("rejected") }]);
  expect(sent).toEqual([inPlace[0], inPlace[2], other]);
  await expect(sender.send([message, other], nowMs)).rejects.toThrow("rejected");
});

it("a message whose shortcut fails is sent itself, and those after it still take theirs", async () => {
  const [failing, fine, later] = [aMessage(), aMessage(), aMessage()];
  shortcut = (message) =>
    message === failing ? Promise.reject(new Error("KMS fails")) : Promise.resolve<OutgoingMessage[]>([]);
  await sender.send([failing, fine], nowMs);
  expect(sent).toEqual([failing]);
  await sender.send([later], nowMs);
  expect(sent).toEqual([failing]);
});

it("a message whose shortcut hangs is sent itself soon, and for ten seconds no shortcut is tried", async () => {
  const [hanging, fine, later] = [aMessage(), aMessage(), aMessage()];
  shortcut = (message) =>
    message === hanging ? new Promise(() => undefined) : Promise.resolve<OutgoingMessage[]>([]);
  const startedMs = performance.now();
  await sender.send([hanging, fine], nowMs);
  expect(performance.now() - startedMs).toBeLessThan(2 * secondMs);
  expect(sent).toEqual([hanging]);
  await sender.send([later], nowMs);
  expect(sent).toEqual([hanging, later]);
  expect(asked).toEqual([hanging, fine]);
  nowMs += 10 * secondMs;
  await sender.send([later], nowMs);
  expect(sent).toEqual([hanging, later]);
});

it("a message whose shortcut is found too late is sent once, as it is", async () => {
  const message = aMessage();
  const held = Promise.withResolvers<OutgoingMessage[]>();
  shortcut = () => held.promise;
  const sending = sender.send([message], nowMs);
  await sending;
  held.resolve([aMessage()]);
  await setImmediate();
  expect(sent).toEqual([message]);
});
