/**
 * Asserts the type of a value without a check. Only for values that the service has made itself and nobody else can
 * change, such as items of its table and requests that its schemas have parsed. No other code asserts a type.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type
export function trusted<Type>(value: unknown): Type {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return value as Type;
}
