import { error } from "../../schemas/error.ts";
import { sent } from "../texts.ts";

export const errorComponents = {
  ErrorResponse: sent(error, "Why a request was not carried out.", {
    error: [
      "The error.",
      {
        code: "The kind of error, for programs. It goes with the status, which is what counts.",
        message: "What was wrong and what to do, for people.",
        fields: [
          "With `validation_error`: every field that is not valid.",
          {
            field: "The field, such as `events[1]` or `settings.postingSlots[0].time`.",
            reason: "What is wrong with it.",
          },
        ],
      },
    ],
  }),
};
