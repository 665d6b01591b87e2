import fc from "fast-check";

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Any time of day as HH:MM; often one of those given. */
export function timeOfDay(...often: readonly string[]): fc.Arbitrary<string> {
  const any = fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => parts.map(twoDigits).join(":"));
  return fc.oneof(fc.constantFrom(...often), any);
}
