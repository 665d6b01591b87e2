import { channel } from "../../functions/contract/schemas/channel.ts";
import { failure } from "../../functions/contract/schemas/failure.ts";
import { enumSchema, responseSchema } from "./component.ts";

/** The texts of the times that most resources have. */
export const createdAt = "When it was created.";
export const updatedAt = "When it last changed.";

/** Schemas that several resources use. */
export const sharedComponents = {
  Channel: enumSchema(channel, "A channel that posts are published to."),
  Failure: responseSchema(failure, "Why something failed.", {
    code: "The kind of failure, for programs.",
    message: "What went wrong, for people.",
  }),
};
