import { type PlatformCall, type PlatformReply, startFakePlatform } from "./fake-platform.ts";

/** Starts a platform that answers every request in the same way, and returns its address. It stops when the test ends. */
export async function startAnswering(reply: PlatformReply, calls: PlatformCall[] = []): Promise<string> {
  const { origin } = await startFakePlatform({
    publishes: () => false,
    answer(call) {
      calls.push(call);
      return reply;
    },
    rateLimited: () => reply,
    credentialsExpired: reply,
    rejected: reply,
    unavailable: reply,
  });
  return origin;
}
