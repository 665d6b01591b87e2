/**
 * Returns the current time in epoch milliseconds with fractions, on the machine's clock: processes can compare their
 * times.
 */
export function preciseNowMs(): number {
  return performance.timeOrigin + performance.now();
}
