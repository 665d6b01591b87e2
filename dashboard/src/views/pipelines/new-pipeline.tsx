import { Page } from "../../parts/page.tsx";

export function NewPipeline() {
  return <Page title="New pipeline">{null}</Page>;
}
