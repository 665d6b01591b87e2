import { Page } from "../../parts/page.tsx";

export function NewBrand() {
  return <Page title="New brand">{null}</Page>;
}
