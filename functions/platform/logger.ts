import { Logger } from "@aws-lambda-powertools/logger";

/** Logs structured lines of JSON. `endpoint()` and `worker()` add the ids of the request or message. */
export const logger = new Logger();
