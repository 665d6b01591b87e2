import { type ComponentProps, type ReactNode, useId } from "react";

interface FieldFrame {
  label: string;
  /** Help that is always visible. */
  hint?: ReactNode;
  /** Why the value was rejected. */
  error?: string | undefined;
}

/** What a control needs in order to be described by its label, its hint and its error. */
interface Described {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  className: string;
}

function Frame({
  label,
  hint,
  error,
  children,
}: FieldFrame & { children: (control: Described) => ReactNode }) {
  const id = useId();
  const described = [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`];
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described.filter(Boolean).join(" ") || undefined,
        "aria-invalid": error !== undefined,
        className: "input",
      })}
      {hint === undefined ? null : (
        <div className="soft small" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error === undefined ? null : (
        <div className="field-error" id={`${id}-error`}>
          {error}
        </div>
      )}
    </div>
  );
}

/** A labelled line of text. */
export function TextField({ label, hint, error, ...input }: FieldFrame & ComponentProps<"input">) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(control) => <input autoComplete="off" {...input} {...control} />}
    </Frame>
  );
}

/** A labelled text of several lines. */
export function TextArea({ label, hint, error, ...input }: FieldFrame & ComponentProps<"textarea">) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(control) => <textarea {...input} {...control} />}
    </Frame>
  );
}

/** A labelled choice of one. Its children are `<option>` elements. */
export function SelectField({ label, hint, error, ...select }: FieldFrame & ComponentProps<"select">) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(control) => <select {...select} {...control} />}
    </Frame>
  );
}

/** A checkbox with its label. */
export function CheckField({
  label,
  ...input
}: { label: ReactNode } & Omit<ComponentProps<"input">, "type">) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}
