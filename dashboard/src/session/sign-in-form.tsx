import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/errors.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { ErrorNotice } from "../parts/notices.tsx";
import { signInWithKey } from "./session.ts";

/** Asks for an API key and exchanges it for a session. */
export function SignInForm({ onSignedIn }: { onSignedIn?: () => void }) {
  const [key, setKey] = useState("");
  const signIn = useMutation({
    mutationFn: () => signInWithKey(key.trim()),
    onSuccess: () => {
      setKey("");
      onSignedIn?.();
    },
  });
  const isUnknown = signIn.error instanceof ApiError && signIn.error.status === 401;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <TextField
        label="API key"
        type="password"
        required
        value={key}
        onChange={(event) => setKey(event.target.value)}
        hint="The key is sent once, for a session of twelve hours, and is not stored in the browser. The page can do what the key may do."
        error={
          isUnknown
            ? "The service does not know this key. It may have been revoked or have expired."
            : undefined
        }
      />
      {isUnknown ? null : <ErrorNotice error={signIn.error} />}
      <div>
        <Button type="submit" look="primary" busy={signIn.isPending}>
          Sign in
        </Button>
      </div>
    </form>
  );
}
