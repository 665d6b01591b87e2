import { Page } from "../../parts/page.tsx";

export function TrendList() {
  return <Page title="Trends">{null}</Page>;
}
