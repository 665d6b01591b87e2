import type { Session, SessionStore } from "../../../functions/pipeline/channels/channel.ts";

/** A store of the session of one connection, in memory. */
export function memorySessions(): SessionStore {
  let stored: Session | null = null;
  return {
    read: async () => stored,
    async replace(known, tokens) {
      if (stored === null || stored.version === known?.version)
        stored = { version: (stored?.version ?? 0) + 1, tokens };
      return stored;
    },
  };
}
