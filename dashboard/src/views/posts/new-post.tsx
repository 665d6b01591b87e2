import { Page } from "../../parts/page.tsx";

export function NewPost() {
  return <Page title="New post">{null}</Page>;
}
