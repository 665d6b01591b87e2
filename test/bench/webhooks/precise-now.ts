/** The present in epoch milliseconds with fractions. The clock of the machine, so processes can compare theirs. */
export function momentMs(): number {
  return performance.timeOrigin + performance.now();
}
