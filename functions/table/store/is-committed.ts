import { Refused } from "./commit.ts";

/** Whether a commit has stored its changes; false where a condition refused it. */
export async function isCommitted(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
