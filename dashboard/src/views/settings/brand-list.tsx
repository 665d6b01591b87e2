import { Page } from "../../parts/page.tsx";

export function BrandList() {
  return <Page title="Brands">{null}</Page>;
}
