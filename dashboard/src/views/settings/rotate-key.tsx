import { useState } from "react";
import { type ApiKey, type RotatedApiKey, rotateApiKey } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { SelectField } from "../../parts/field.tsx";
import { ErrorNotice } from "../../parts/notices.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { Time } from "../../parts/time.tsx";
import { SessionWarning } from "./session-warning.tsx";

/** Replaces a key by a new one. The old key stays valid for a while, so that programs can be changed without a break. */
export function RotateKey({ apiKey }: { apiKey: ApiKey }) {
  const [isOpen, setIsOpen] = useState(false);
  // A key whose rotation is open is replaced: the dialog with the new key must stay.
  if (!isOpen && (apiKey.status === "expired" || apiKey.rotatedTo !== null)) return null;
  return (
    <>
      <Button small aria-label={`Rotate ${apiKey.name}`} onClick={() => setIsOpen(true)}>
        Rotate
      </Button>
      {isOpen ? <RotationDialog apiKey={apiKey} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

const gracePeriods = [
  { seconds: 3600, label: "For one more hour" },
  { seconds: 86_400, label: "For one more day" },
  { seconds: 604_800, label: "For seven more days" },
  { seconds: 0, label: "Not at all: it ends at once" },
];

function RotationDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  // A session that ends at once would take the new key off the screen before it is stored.
  const isAdminKey = apiKey.role === "admin";
  const periods = gracePeriods.filter(({ seconds }) => seconds > 0 || !isAdminKey);
  const [graceSeconds, setGraceSeconds] = useState(3600);
  const [rotated, setRotated] = useState<RotatedApiKey | null>(null);
  const rotate = useKeyedMutation(
    (rotation: { graceSeconds: number }, idempotencyKey) =>
      dataOf(rotateApiKey({ id: apiKey.id, idempotencyKey, apiKeyRotation: rotation })),
    {
      onSuccess: (key) => {
        setRotated(key);
        void queryClient.invalidateQueries({ queryKey: ["api-keys"] });
      },
    },
  );
  if (rotated !== null)
    return (
      // It cannot be closed by a key press: the new key would be lost.
      <Dialog title={`The new key of ${apiKey.name}`}>
        <SecretOnce label="New API key" secret={rotated.key} onDone={onClose}>
          <p>
            The old key is valid until <Time at={rotated.previousKey.expiresAt} />. Change the programs that
            use it before then.
          </p>
        </SecretOnce>
      </Dialog>
    );
  return (
    <Dialog title={`Rotate ${apiKey.name}?`} onClose={onClose}>
      <p>A new key with the same name, role and limit replaces it. You see the new key once.</p>
      <SelectField
        label="The old key stays valid"
        value={graceSeconds}
        onChange={(event) => setGraceSeconds(Number(event.target.value))}
        hint={
          isAdminKey
            ? "An admin key stays valid for an hour at least, because you may have signed in with it. To end it sooner, revoke it afterwards."
            : "Until then, you can change the programs that use it."
        }
      >
        {periods.map(({ seconds, label }) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
      </SelectField>
      <SessionWarning apiKey={apiKey} when="when the old key ends" />
      <ErrorNotice error={rotate.error} />
      <div className="row">
        <Button look="primary" busy={rotate.isPending} onClick={() => rotate.mutate({ graceSeconds })}>
          Rotate the key
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}
