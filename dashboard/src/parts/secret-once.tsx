import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { TextField } from "./field.tsx";
import { Notice } from "./notices.tsx";

interface SecretOnceProps {
  /** What it is: "API key". */
  label: string;
  /** It is shown as long as this part is rendered, and is stored nowhere. */
  secret: string;
  /** What to do with it. */
  children?: ReactNode;
  /** Called when someone says that they have stored it. */
  onDone: () => void;
}

/** A secret that the API returns once only: to copy, with the warning that nobody can read it again. */
export function SecretOnce({ label, secret, children, onDone }: SecretOnceProps) {
  const input = useRef<HTMLInputElement>(null);
  // The form that has asked for it is gone, and the focus with it.
  useEffect(() => input.current?.focus(), []);
  return (
    <div className="stack">
      <Notice kind="warning">
        Copy it now and store it in a safe place. It is shown this one time only: nobody can read it again.
      </Notice>
      <TextField
        ref={input}
        label={label}
        value={secret}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <div className="row">
        <CopyButton
          text={secret}
          label={`Copy the ${lowerFirst(label)}`}
          onFailure={() => input.current?.focus()}
        />
      </div>
      {children}
      <div>
        <Button look="primary" onClick={onDone}>
          I have stored it
        </Button>
      </div>
    </div>
  );
}

/** "Secret" becomes "secret"; "API key" stays as it is. */
const lowerFirst = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
