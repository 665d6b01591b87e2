/** The resources that requests have deleted, or may have deleted by now. */
export interface Deletions {
  /**
   * Sends a request that deletes a resource. While it runs, and after a success or a lost response, the resource may be
   * deleted.
   */
  track<Response extends { status: number }>(id: string, send: () => Promise<Response>): Promise<Response>;
  mayBeDeleted(id: string): boolean;
}

export function newDeletions(): Deletions {
  const deleted = new Set<string>();
  const running: string[] = [];
  return {
    async track(id, send) {
      running.push(id);
      try {
        const response = await send();
        if (response.status < 400) deleted.add(id);
        return response;
      } catch (error) {
        // Without a response it is unknown whether the resource is deleted.
        deleted.add(id);
        throw error;
      } finally {
        running.splice(running.indexOf(id), 1);
      }
    },
    mayBeDeleted: (id) => deleted.has(id) || running.includes(id),
  };
}
