/**
 * Ways to write an id in a path so that the path means another text or another path. Each is tried with an own, a
 * foreign and an unknown id.
 */
export const idSpellings: Readonly<Record<string, (id: string, ownId: string) => string>> = {
  "percent-encoded": (id) => id.replace("_", "%5F"),
  "percent-encoded twice": (id) => id.replace("_", "%255F"),
  "after ..%2f": (id) => `..%2f${id}`,
  "after an own id and %2f..%2f": (id, ownId) => `${ownId}%2f..%2f${id}`,
  "after an own id and /../": (id, ownId) => `${ownId}/../${id}`,
  "after %2e%2e/": (id) => `%2e%2e/${id}`,
  "after ./": (id) => `./${id}`,
  "after a second slash": (id) => `/${id}`,
  "after %2f": (id) => `%2f${id}`,
  "before %2f": (id) => `${id}%2f`,
  "before a second slash": (id) => `${id}/`,
  "before %00": (id) => `${id}%00`,
  "before a line feed": (id) => `${id}%0a`,
  "before a space": (id) => `${id}%20`,
  "before a path parameter": (id) => `${id};v=1`,
  "before a dot": (id) => `${id}.json`,
  "after an own id and a comma": (id, ownId) => `${ownId},${id}`,
  "after an own id and %23": (id, ownId) => `${ownId}%23${id}`,
};
