import { Page } from "../../parts/page.tsx";

export function DeadLetterList() {
  return <Page title="Dead letters">{null}</Page>;
}
