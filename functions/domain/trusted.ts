/**
 * Takes a value for what its maker says it is: the one place where a type is asserted. For what the service itself
 * made and nobody else could have changed: items of its table, requests that its schemas have parsed.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what it trusts the value to be
export function trusted<Type>(value: unknown): Type {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return value as Type;
}
