import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { messageOf } from "../api/errors.ts";
import { Loading, Notice } from "../parts/notices.tsx";
import { Page } from "../parts/page.tsx";
import { signInWithToken } from "./session.ts";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in-page.module.css";

/** The token of a sign-in link. It leaves the address at once, so that no one finds it in the history. */
const linkToken = location.pathname === "/sign-in" ? location.hash.slice(1) : "";
if (linkToken !== "") history.replaceState(history.state, "", "/sign-in");
let exchange: Promise<void> | undefined;

/** `/sign-in`: by a one-time link, or with an API key. */
export function SignInPage() {
  const router = useRouter();
  const { to } = useSearch({ from: "/sign-in" });
  const [problem, setProblem] = useState<string | null>(null);
  // Only an address of this page: a link could name any other.
  const signedIn = () => router.history.replace(to?.startsWith("/app/") === true ? to : "/app/today");
  useEffect(() => {
    if (linkToken === "") return;
    exchange ??= signInWithToken(linkToken);
    exchange.then(signedIn, (error: unknown) => setProblem(messageOf(error)));
  });
  return (
    <main className={styles.page}>
      <Page title="Content Pipeline">
        {linkToken !== "" && problem === null ? (
          <Loading />
        ) : (
          <>
            {problem === null ? null : <Notice kind="warning">{problem}</Notice>}
            <SignInForm onSignedIn={signedIn} />
          </>
        )}
      </Page>
    </main>
  );
}
