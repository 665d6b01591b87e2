import { Page } from "../../parts/page.tsx";

export function Today() {
  return <Page title="Today">{null}</Page>;
}
