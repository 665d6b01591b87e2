import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type ApiKey, deleteApiKey } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Time } from "../../parts/time.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { sessionQuery } from "../../session/session.ts";
import { SessionWarning } from "./session-warning.tsx";

/** Ends a key at once, or removes an expired one from the list. */
export function RevokeKey({ apiKey }: { apiKey: ApiKey }) {
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, status, lastUsedAt } = apiKey;
  const revoke = useMutation({
    mutationFn: () => dataOf(deleteApiKey({ id })),
    onSuccess: () => {
      setIsAsking(false);
      showToast(`The key ${name} was revoked.`);
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: ["api-keys"] });
    },
  });
  return (
    <>
      <Button small look="danger" aria-label={`Revoke ${name}`} onClick={() => setIsAsking(true)}>
        Revoke
      </Button>
      {isAsking ? (
        <Confirm
          title={`Revoke ${name}?`}
          action="Revoke the key"
          busy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate()}
          onClose={() => setIsAsking(false)}
        >
          <div className="stack">
            {status === "expired" ? (
              <p>The key has expired. Revoking removes it from this list.</p>
            ) : (
              <p>
                Every program that uses it gets errors from now on. This cannot be undone. It was last used{" "}
                {lastUsedAt === null ? "never" : <Time at={lastUsedAt} relative />}.
              </p>
            )}
            <SessionWarning apiKey={apiKey} when="at once" />
          </div>
        </Confirm>
      ) : null}
    </>
  );
}
