import { Page } from "../../parts/page.tsx";

export function NewWebhook() {
  return <Page title="New subscription">{null}</Page>;
}
