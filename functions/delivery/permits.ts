/** A place among those who may be busy with one slow endpoint. */
interface Turn {
  end(): Promise<void>;
}

/** Asks for a place; null when all are taken. */
type Take = () => Promise<Turn | null>;

interface Held {
  turn: Promise<Turn | null>;
  users: number;
}

export interface Turns {
  /**
   * Does `work` under a turn of the endpoint. What runs at the same time in this process shares one turn.
   * @returns false, without having done it, when all turns are taken
   */
  within(endpointId: string, take: Take, work: () => Promise<void>): Promise<boolean>;
}

/** Shares one turn per endpoint among the messages of a batch: it is taken with the first and ends with the last. */
export function openTurns(): Turns {
  const held = new Map<string, Held>();
  return {
    async within(endpointId, take, work) {
      const mine = held.get(endpointId) ?? { turn: take(), users: 0 };
      held.set(endpointId, mine);
      mine.users += 1;
      let turn: Turn | null = null;
      try {
        turn = await mine.turn;
        if (turn === null) return false;
        await work();
        return true;
      } finally {
        mine.users -= 1;
        if (mine.users === 0) {
          if (held.get(endpointId) === mine) held.delete(endpointId);
          await turn?.end();
        }
      }
    },
  };
}
