/**
 * Returns the size of an item in bytes by DynamoDB's rule, on which its read units are based: names and texts in UTF-8,
 * 1 byte for null and booleans, a number by its digits, and 3 bytes for a list or a map plus 1 for each member.
 */
export function itemBytes(item: Readonly<Record<string, unknown>>): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value),
    0,
  );
}

function valueBytes(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return numberBytes(value);
  if (value === null || typeof value === "boolean") return 1;
  if (Array.isArray(value))
    return value.reduce<number>((sum, member: unknown) => sum + 1 + valueBytes(member), 3);
  if (typeof value === "object")
    return Object.entries(value).reduce(
      (sum, [name, member]) => sum + 1 + Buffer.byteLength(name) + valueBytes(member),
      3,
    );
  throw new Error(`an item holds no ${typeof value}`);
}

/** Approximately one byte for every two digits, plus one. */
function numberBytes(value: number): number {
  const digits = String(Math.abs(value)).replaceAll(/^0+\.?0*|\.|0+$/g, "").length;
  return 1 + Math.ceil(Math.max(digits, 1) / 2) + Number(value < 0);
}
