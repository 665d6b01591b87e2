import { Page } from "../../parts/page.tsx";

export function PostList() {
  return <Page title="Posts">{null}</Page>;
}
