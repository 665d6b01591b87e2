import { useState } from "react";
import {
  rotateWebhookSecret,
  type SecretRotation,
  type WebhookSubscription,
} from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { fieldErrorOf } from "../../api/errors.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { SelectField } from "../../parts/field.tsx";
import { ErrorNotice, Notice } from "../../parts/notices.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { Time, useNow } from "../../parts/time.tsx";
import { formatTime } from "../../text/time.ts";
import { webhookChanged } from "./queries.ts";
import { SecretField } from "./secret-field.tsx";
import { newSecret, type SecretChoice } from "./webhook-draft.ts";

interface RotateSecretProps {
  webhook: WebhookSubscription;
  onClose: () => void;
}

const hour = 3600;
const graces = [
  { seconds: 0, words: "No overlap: the old secret stops at once" },
  { seconds: hour / 4, words: "15 minutes" },
  { seconds: hour, words: "1 hour" },
  { seconds: 24 * hour, words: "1 day" },
  { seconds: 7 * 24 * hour, words: "7 days" },
];

/** Replaces the secret. For a while the old one signs too, so that the endpoint can change without losing events. */
export function RotateSecret({ webhook: given, onClose }: RotateSecretProps) {
  // The subscription as it was when the dialog was opened: after the rotation it always has a secret.
  const [webhook] = useState(given);
  const [choice, setChoice] = useState<SecretChoice>(() => ({ kind: "generated", secret: newSecret() }));
  const [graceSeconds, setGraceSeconds] = useState(hour);
  const rotate = useKeyedMutation(
    (secretRotation: SecretRotation, idempotencyKey) =>
      dataOf(rotateWebhookSecret({ id: webhook.id, idempotencyKey, secretRotation })),
    { onSuccess: webhookChanged },
  );
  if (rotate.isSuccess)
    return (
      <Dialog key="rotated" title={webhook.hasSecret ? "The secret is rotated" : "The secret is set"}>
        {choice.kind === "generated" ? (
          <SecretOnce label="Secret" secret={choice.secret} onDone={onClose}>
            <Overlap webhook={rotate.data} />
          </SecretOnce>
        ) : (
          <>
            <Overlap webhook={rotate.data} />
            <div>
              <Button look="primary" onClick={onClose}>
                Done
              </Button>
            </div>
          </>
        )}
      </Dialog>
    );
  return (
    <Dialog title={webhook.hasSecret ? "Rotate the secret" : "Add a secret"} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          rotate.mutate({ secret: choice.secret, graceSeconds: webhook.hasSecret ? graceSeconds : 0 });
        }}
      >
        <p>
          {webhook.hasSecret
            ? "The new secret signs from now on. The old one can sign too for a while, in a second header, until your endpoint has the new one."
            : "From now on, deliveries carry the header X-Service-Signature, which your endpoint can verify."}
        </p>
        <SecretField
          choice={choice}
          onChange={setChoice}
          kinds={{ generated: "Generate a strong secret (recommended)", typed: "Type a secret" }}
          error={fieldErrorOf(rotate.error, "secret")}
        />
        {webhook.hasSecret ? (
          <SelectField
            label="The old secret also signs for"
            value={graceSeconds}
            onChange={({ target }) => setGraceSeconds(Number(target.value))}
            hint={<GraceEnd seconds={graceSeconds} />}
            error={fieldErrorOf(rotate.error, "graceSeconds")}
          >
            {graces.map(({ seconds, words }) => (
              <option key={seconds} value={seconds}>
                {words}
              </option>
            ))}
          </SelectField>
        ) : null}
        {webhook.previousSecretExpiresAt === null ? null : (
          <Notice kind="warning">
            An earlier rotation still runs: until <Time at={webhook.previousSecretExpiresAt} /> two secrets
            sign. The older of them stops at once when you rotate again.
          </Notice>
        )}
        <ErrorNotice error={rotate.error} />
        <div className="row">
          <Button type="submit" look="primary" busy={rotate.isPending}>
            {webhook.hasSecret ? "Rotate the secret" : "Add the secret"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function GraceEnd({ seconds }: { seconds: number }) {
  const nowMs = useNow();
  if (seconds === 0) return "Deliveries fail until your endpoint has the new secret, if it verifies them.";
  return `Until ${formatTime(new Date(nowMs + seconds * 1000).toISOString(), undefined)} both sign.`;
}

/** Which secrets sign, and until when. */
export function Overlap({ webhook }: { webhook: WebhookSubscription }) {
  if (webhook.previousSecretExpiresAt === null)
    return <p>Only the current secret signs, in the header X-Service-Signature.</p>;
  return (
    <p>
      Until <Time at={webhook.previousSecretExpiresAt} /> both sign: the new secret in X-Service-Signature,
      the old one in X-Service-Signature-Previous. After that, only the new one does.
    </p>
  );
}
