/**
 * Replaces `@smithy/core/event-streams` and `@aws-sdk/eventstream-handler-node` in every bundle. The functions call no operation
 * that streams events, so bundles do not need the code that reads and signs them (13 kB in each, 18 kB with Amazon Bedrock).
 */
function unavailable(): never {
  throw new Error("The bundles of functions have no event streams: see lib/function-event-streams.ts.");
}

export {
  unavailable as EventStreamCodec,
  unavailable as EventStreamSerde,
  unavailable as iterableToReadableStream,
  unavailable as readableStreamToIterable,
};

/** A client asks for these when it is made, and uses the results only in operations that stream. */
export const eventStreamSerdeProvider = () => ({});
export const eventStreamPayloadHandlerProvider = () => ({});
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
