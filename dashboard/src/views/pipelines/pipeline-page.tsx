import { Page } from "../../parts/page.tsx";

export function PipelinePage() {
  return <Page title="Pipeline">{null}</Page>;
}
