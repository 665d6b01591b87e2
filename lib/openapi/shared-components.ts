import { channel } from "../../functions/contract/schemas/channel.ts";
import { failure } from "../../functions/contract/schemas/failure.ts";
import { sent, valuesOf } from "./component.ts";

/** How every resource's texts call its times. */
export const createdAt = "When it was made.";
export const updatedAt = "When it last changed.";

/** What several resources hold. */
export const sharedComponents = {
  Channel: valuesOf(channel, "A channel that posts go to."),
  Failure: sent(failure, "Why something failed.", {
    code: "The kind of failure, for programs.",
    message: "What went wrong, for people.",
  }),
};
