const locale = "en-GB";
const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });

/** "1,204", or "not known" for a figure that is missing. Missing is never 0. */
export const formatNumber = (value: number | null) => (value === null ? "not known" : plain.format(value));

/** "4.2%" of a share from 0 to 1, or "not known". */
export const formatPercent = (value: number | null) => (value === null ? "not known" : percent.format(value));

/** "€1,204.50", or "not known". */
export function formatMoney(value: number | null, currency: string | null): string {
  if (value === null || currency === null) return "not known";
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(value);
}

/** "1 post", "3 posts". */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${plain.format(count)} ${count === 1 ? one : many}`;
