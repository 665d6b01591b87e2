import * as z from "zod/mini";

/** Why something failed: a code for programs and a sentence for people. */
export const failure = z.object({ code: z.string(), message: z.string() });
