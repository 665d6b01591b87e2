import { Page } from "../../parts/page.tsx";

export function RunList() {
  return <Page title="Runs">{null}</Page>;
}
