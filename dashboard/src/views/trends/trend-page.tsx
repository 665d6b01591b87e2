import { Page } from "../../parts/page.tsx";

export function TrendPage() {
  return <Page title="Trend">{null}</Page>;
}
