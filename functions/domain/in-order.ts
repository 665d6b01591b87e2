/**
 * Puts the keys of an object and of the objects in it into alphabetical order. A map that was read from the table has its
 * keys in any order, so equal objects would otherwise become different JSON texts. Arrays stay as they are.
 */
export function inOrder(data: object): Record<string, unknown> {
  const entries = Object.entries(data).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, value]) => [name, isMap(value) ? inOrder(value) : value]));
}

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
