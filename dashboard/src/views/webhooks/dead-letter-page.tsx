import { Page } from "../../parts/page.tsx";

export function DeadLetterPage() {
  return <Page title="Dead letter">{null}</Page>;
}
