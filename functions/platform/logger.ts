import { Logger } from "@aws-lambda-powertools/logger";

/** Structured lines of JSON; what identifies a request or a message is added by endpoint() and worker(). */
export const logger = new Logger();
