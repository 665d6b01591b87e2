import { Page } from "../../parts/page.tsx";

export function WebhookList() {
  return <Page title="Webhooks">{null}</Page>;
}
