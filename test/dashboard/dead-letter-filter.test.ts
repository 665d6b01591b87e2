import { describe, expect, it } from "vitest";
import { replayIdIn, replayOf, statusesOf } from "../../dashboard/src/views/webhooks/dead-letter-filter.ts";
import { visibleText } from "../../dashboard/src/views/webhooks/visible-text.ts";

describe("the filter of dead letters", () => {
  it("reads the statuses of an address and leaves out unknown statuses", () => {
    expect(statusesOf("exhausted,final_attempt_pending,lost")).toEqual([
      "final_attempt_pending",
      "exhausted",
    ]);
    expect(statusesOf("lost")).toBeUndefined();
    expect(statusesOf(undefined)).toBeUndefined();
  });

  it("replays every dead letter that can be replayed when it selects every status", () => {
    expect(replayOf({ webhookId: undefined, statuses: undefined })).toEqual({
      status: ["final_attempt_pending", "exhausted"],
    });
  });

  it("replays only what it selects", () => {
    expect(replayOf({ webhookId: "whk_1", statuses: ["exhausted", "resolved"] })).toEqual({
      webhookId: "whk_1",
      status: ["exhausted"],
    });
  });

  it("replays nothing when it selects only what is resolved or being replayed", () => {
    expect(replayOf({ webhookId: undefined, statuses: ["resolved", "replaying"] })).toBeNull();
  });

  it("finds the bulk replay that an error names", () => {
    const message = "The bulk replay rpl_01ABC is still running. An organization can have one at a time.";
    expect(replayIdIn(message)).toBe("rpl_01ABC");
    expect(replayIdIn("The webhook subscription is disabled: enable it first.")).toBeNull();
  });
});

describe("visibleText", () => {
  it("shows characters that turn the direction of a text, and control characters", () => {
    expect(visibleText("a\u202Eb\u0000c")).toBe("a\\u202eb\\u0000c");
  });

  it("keeps line breaks, tabs, and letters of any script", () => {
    const text = "a\tb\nשלום 🎉 👨‍👩‍👧";
    expect(visibleText(text)).toBe(text);
    expect(visibleText("a\r\nb")).toBe("a\nb");
  });
});
