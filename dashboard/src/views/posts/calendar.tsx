import { Page } from "../../parts/page.tsx";

export function Calendar() {
  return <Page title="Calendar">{null}</Page>;
}
