import { Page } from "../../parts/page.tsx";

export function KeyList() {
  return <Page title="API keys">{null}</Page>;
}
