import { Page } from "../../parts/page.tsx";

export function SignatureChecker() {
  return <Page title="Check a signature">{null}</Page>;
}
