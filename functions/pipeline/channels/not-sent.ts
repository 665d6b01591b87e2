import { FetchError } from "../../http/fetch-error.ts";
import { NotSent } from "./channel.ts";

/**
 * Rethrows an error of the guarded client for a request that publishes a post: as `NotSent` if there was no connection on
 * which the request could be sent, else as it is, because the outcome is unknown.
 */
export function rethrowAsNotSent(error: unknown): never {
  if (error instanceof FetchError && !error.requestSent)
    throw new NotSent(`The channel could not be reached: ${error.message}.`, { cause: error });
  throw error;
}
