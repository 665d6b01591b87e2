import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type BrandChannel, connectChannel } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { channelNames } from "../../content/channels.ts";
import { Button } from "../../parts/button.tsx";
import { SelectField, TextField } from "../../parts/field.tsx";
import { type ChannelField, channelForms } from "./channel-forms.ts";
import { problemAt } from "./field-problems.ts";
import { FormProblem } from "./form-problem.tsx";

interface ConnectFormProps {
  brandId: string;
  channel: keyof typeof channelForms;
  /** Whether there are credentials that these replace. */
  isReplacing: boolean;
  onConnected: (channel: BrandChannel) => void;
  onClose: () => void;
}

/** Takes the credentials and settings of a channel. They are verified on the platform before they are stored. */
export function ConnectForm({ brandId, channel, isReplacing, onConnected, onClose }: ConnectFormProps) {
  const { setup, fields, credentials } = channelForms[channel];
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      fields.map(({ name, initial, options }) => [name, initial ?? options?.[0]?.value ?? ""]),
    ),
  );
  const connect = useMutation({
    mutationFn: () =>
      dataOf(
        connectChannel({
          id: brandId,
          channel,
          channelCredentials: credentials((name) => texts[name]?.trim() ?? ""),
        }),
      ),
    onSuccess: onConnected,
  });
  const name = channelNames[channel];
  return (
    <form
      className="stack"
      aria-label={`Connect ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate();
      }}
    >
      <p>
        <strong>On the platform first.</strong> {setup}
      </p>
      {isReplacing ? (
        <p className="soft small">
          What is stored is not shown. Fill in everything again: it replaces all credentials and settings from
          before.
        </p>
      ) : null}
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={texts[field.name] ?? ""}
          onChange={(value) => setTexts({ ...texts, [field.name]: value })}
          error={problemAt(connect.error, field.name)}
        />
      ))}
      <FormProblem
        error={connect.error}
        labels={Object.fromEntries(fields.map((field) => [field.name, field.label]))}
      />
      <div className="row">
        <Button type="submit" look="primary" busy={connect.isPending}>
          {connect.isPending ? "Verifying …" : "Verify and connect"}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

interface FieldProps {
  field: ChannelField;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function Field({ field, value, onChange, error }: FieldProps) {
  const { label, hint, type = "text", options, optional = false } = field;
  const shared = { label: optional ? `${label} (optional)` : label, hint, error, value };
  if (options !== undefined)
    return (
      <SelectField {...shared} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
    );
  return (
    <TextField
      {...shared}
      type={type === "secret" ? "password" : type}
      autoComplete={type === "secret" ? "new-password" : "off"}
      spellCheck={false}
      required={!optional}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
