import { useId, useState } from "react";
import { CopyButton } from "../../parts/copy-button.tsx";
import { CheckField, TextField } from "../../parts/field.tsx";
import { CodeBlock } from "./code-block.tsx";
import { newSecret, type SecretChoice } from "./webhook-draft.ts";
import styles from "./webhooks.module.css";

type Kind = SecretChoice["kind"];

interface SecretFieldProps {
  choice: SecretChoice;
  onChange: (choice: SecretChoice) => void;
  /** The choices that there are, with their words. */
  kinds: Partial<Record<Kind, string>>;
  error: string | undefined;
}

const order: readonly Kind[] = ["keep", "generated", "typed", "none"];

/** The choice of the secret that signs deliveries. */
export function SecretField({ choice, onChange, kinds, error }: SecretFieldProps) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>Secret</legend>
      {order.map((kind) =>
        kinds[kind] === undefined ? null : (
          <label key={kind} className="check">
            <input
              type="radio"
              name={name}
              checked={choice.kind === kind}
              onChange={() => onChange({ kind, secret: kind === "generated" ? newSecret() : "" })}
            />
            <span>{kinds[kind]}</span>
          </label>
        ),
      )}
      {choice.kind === "generated" ? <GeneratedSecret secret={choice.secret} /> : null}
      {choice.kind === "typed" ? (
        <TypedSecret
          secret={choice.secret}
          error={error}
          onChange={(secret) => onChange({ kind: "typed", secret })}
        />
      ) : null}
      {choice.kind === "none" ? (
        <p className="small">
          Deliveries will not be signed: your endpoint cannot verify that they come from this service.
        </p>
      ) : null}
      {error !== undefined && choice.kind !== "typed" ? <div className="field-error">{error}</div> : null}
    </fieldset>
  );
}

function GeneratedSecret({ secret }: { secret: string }) {
  return (
    <div className="stack stack-tight">
      <CodeBlock label="The generated secret">{secret}</CodeBlock>
      <div className="row">
        <CopyButton text={secret} label="Copy the secret" />
      </div>
      <p className="small soft">
        Your browser has made it. The service stores it encrypted and never shows it: copy it to your
        endpoint.
      </p>
    </div>
  );
}

interface TypedSecretProps {
  /** @default "Your secret" */
  label?: string;
  hint?: string;
  secret: string;
  error?: string | undefined;
  onChange: (secret: string) => void;
}

/** A field for a secret, which is hidden unless someone wants to see it. */
export function TypedSecret({
  label = "Your secret",
  hint = "1 to 255 characters. Use at least 32 random ones.",
  secret,
  error,
  onChange,
}: TypedSecretProps) {
  const [isVisible, setVisible] = useState(false);
  return (
    <div className="stack stack-tight">
      <TextField
        label={label}
        type={isVisible ? "text" : "password"}
        required
        maxLength={255}
        spellCheck={false}
        value={secret}
        onChange={({ target }) => onChange(target.value)}
        hint={hint}
        error={error}
      />
      <CheckField
        label="Show the secret"
        checked={isVisible}
        onChange={({ target }) => setVisible(target.checked)}
      />
    </div>
  );
}
