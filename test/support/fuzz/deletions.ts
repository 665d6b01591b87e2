/** What requests have deleted, or may have deleted by now. */
export interface Deletions {
  /** Carries out a request that deletes a thing if it succeeds: until it has ended, and unless it failed, the thing may be gone. */
  during<Answer extends { status: number }>(id: string, ask: () => Promise<Answer>): Promise<Answer>;
  mayHaveTaken(id: string): boolean;
}

export function newDeletions(): Deletions {
  const taken = new Set<string>();
  const underWay: string[] = [];
  return {
    async during(id, ask) {
      underWay.push(id);
      try {
        const response = await ask();
        if (response.status < 400) taken.add(id);
        return response;
      } catch (error) {
        // Who gets no answer does not know.
        taken.add(id);
        throw error;
      } finally {
        underWay.splice(underWay.indexOf(id), 1);
      }
    },
    mayHaveTaken: (id) => taken.has(id) || underWay.includes(id),
  };
}
