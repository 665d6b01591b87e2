import { useState } from "react";
import { createApiKey, type IssuedApiKey, type NewApiKey, type Role } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../../parts/button.tsx";
import { SelectField, TextField } from "../../parts/field.tsx";
import { Panel } from "../../parts/panel.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { problemAt } from "./field-problems.ts";
import { FormProblem } from "./form-problem.tsx";
import { roleInWords, roles } from "./roles.ts";

/** Creates a key and shows it once. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const [issued, setIssued] = useState<IssuedApiKey | null>(null);
  if (issued !== null)
    return (
      <Panel title="The key was created">
        <p>
          <UserText>{issued.name}</UserText>
        </p>
        <SecretOnce label="API key" secret={issued.key} onDone={onClose}>
          <p className="soft small">Programs send it in the header Authorization, as: Bearer and the key.</p>
        </SecretOnce>
      </Panel>
    );
  return <NewKeyForm onIssued={setIssued} onClose={onClose} />;
}

interface NewKeyFormProps {
  onIssued: (key: IssuedApiKey) => void;
  onClose: () => void;
}

function NewKeyForm({ onIssued, onClose }: NewKeyFormProps) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("read");
  const [expiry, setExpiry] = useState("");
  const [rateLimit, setRateLimit] = useState("120");
  const create = useKeyedMutation(
    (newApiKey: NewApiKey, idempotencyKey) => dataOf(createApiKey({ idempotencyKey, newApiKey })),
    {
      onSuccess: (key) => {
        onIssued(key);
        void queryClient.invalidateQueries({ queryKey: ["api-keys"] });
      },
    },
  );
  const { error } = create;
  return (
    <Panel title="New key">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({
            name: name.trim(),
            role,
            rateLimit: Number(rateLimit),
            // The field has the time of the browser's zone.
            expiresAt: expiry === "" ? null : new Date(expiry).toISOString(),
          });
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint="What the key is for, such as the program that uses it."
          error={problemAt(error, "name")}
        />
        <SelectField
          label="Role"
          value={role}
          onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? "read")}
          hint="Give no more than the key needs. The role cannot be changed later."
          error={problemAt(error, "role")}
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {roleInWords[one]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Expires (optional)"
          type="datetime-local"
          max="2099-12-31T23:59"
          value={expiry}
          onChange={(event) => setExpiry(event.target.value)}
          hint={`In your zone, ${new Intl.DateTimeFormat().resolvedOptions().timeZone}. Empty: the key never expires.`}
          error={problemAt(error, "expiresAt")}
        />
        <TextField
          label="Requests a minute"
          type="number"
          required
          min={1}
          max={10_000}
          step={1}
          value={rateLimit}
          onChange={(event) => setRateLimit(event.target.value)}
          hint="The limit of this key, 1 to 10,000. The limit of the organization counts too."
          error={problemAt(error, "rateLimit")}
        />
        <FormProblem
          error={error}
          labels={{ name: "Name", role: "Role", expiresAt: "Expires", rateLimit: "Requests a minute" }}
        />
        <div className="row">
          <Button type="submit" look="primary" busy={create.isPending}>
            Create the key
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Panel>
  );
}
