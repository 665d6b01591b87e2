import { Page } from "../../parts/page.tsx";

export function PostPage() {
  return <Page title="Post">{null}</Page>;
}
