import { Page } from "../../parts/page.tsx";

export function BrandPage() {
  return <Page title="Brand">{null}</Page>;
}
