import { Page } from "../../parts/page.tsx";

export function PipelineList() {
  return <Page title="Pipelines">{null}</Page>;
}
