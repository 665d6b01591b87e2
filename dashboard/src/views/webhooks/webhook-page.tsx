import { Page } from "../../parts/page.tsx";

export function WebhookPage() {
  return <Page title="Subscription">{null}</Page>;
}
