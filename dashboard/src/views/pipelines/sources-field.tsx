import { useState } from "react";
import { fieldErrorOf } from "../../api/errors.ts";
import { Button } from "../../parts/button.tsx";
import { SelectField, TextField } from "../../parts/field.tsx";
import styles from "./pipeline-form.module.css";
import { type SourceDraft, type SourceType, sourceTypes } from "./source-types.ts";

interface SourcesFieldProps {
  sources: readonly SourceDraft[];
  onChange: (sources: readonly SourceDraft[]) => void;
  /** The error of the API, which may name fields of the sources. */
  error: unknown;
}

const sourcesMax = 20;
const isType = (text: string): text is SourceType => Object.hasOwn(sourceTypes, text);

/** The sources of a pipeline: 1 to 20, of any types. */
export function SourcesField({ sources, onChange, error }: SourcesFieldProps) {
  const [status, setStatus] = useState("");
  // The API names a source by its place at the time of the request.
  const [sent, setSent] = useState<{ error: unknown; keys: readonly number[] }>({ error, keys: [] });
  if (sent.error !== error) setSent({ error, keys: sources.map(({ key }) => key) });
  const replace = (key: number, change: Partial<SourceDraft>) =>
    onChange(sources.map((source) => (source.key === key ? { ...source, ...change } : source)));
  const add = () => {
    const key = Math.max(-1, ...sources.map((source) => source.key)) + 1;
    onChange([...sources, { key, type: "feed", fields: {} }]);
    setStatus(`Source ${sources.length + 1} added.`);
  };
  const remove = (key: number, number: number) => {
    onChange(sources.filter((source) => source.key !== key));
    setStatus(`Source ${number} removed.`);
  };
  return (
    <fieldset className="stack stack-tight">
      <legend className="field-label">Sources</legend>
      <p className="soft small">What the pipeline reads for new items: 1 to {sourcesMax} sources.</p>
      <ol className="stack">
        {sources.map((source, index) => (
          <li key={source.key}>
            <fieldset className={styles.source}>
              <legend className="visually-hidden">Source {index + 1}</legend>
              <div className="row row-apart">
                <strong>Source {index + 1}</strong>
                <Button
                  small
                  disabled={sources.length === 1}
                  aria-label={`Remove source ${index + 1}`}
                  onClick={() => remove(source.key, index + 1)}
                >
                  Remove
                </Button>
              </div>
              <SourceFields
                source={source}
                error={error}
                path={`sources[${sent.keys.indexOf(source.key)}]`}
                onChange={(change) => replace(source.key, change)}
              />
            </fieldset>
          </li>
        ))}
      </ol>
      <div>
        <Button disabled={sources.length >= sourcesMax} onClick={add}>
          Add a source
        </Button>
      </div>
      <span className="visually-hidden" role="status">
        {status}
      </span>
    </fieldset>
  );
}

interface SourceFieldsProps {
  source: SourceDraft;
  error: unknown;
  /** How the API names the source in its errors. */
  path: string;
  onChange: (change: Partial<SourceDraft>) => void;
}

function SourceFields({ source: { type, fields }, error, path, onChange }: SourceFieldsProps) {
  const { hint, fields: ownFields } = sourceTypes[type];
  const set = (name: string, value: string) => onChange({ fields: { ...fields, [name]: value } });
  return (
    <>
      <SelectField
        label="Type"
        value={type}
        hint={hint}
        error={fieldErrorOf(error, `${path}.type`)}
        onChange={({ target }) => {
          if (isType(target.value)) onChange({ type: target.value });
        }}
      >
        {Object.entries(sourceTypes).map(([name, { words }]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </SelectField>
      {ownFields.map(({ name, label, hint: fieldHint, options, isOptional, type: inputType, ...input }) => {
        const shared = {
          label: isOptional === true ? `${label} (optional)` : label,
          hint: fieldHint,
          error: fieldErrorOf(error, `${path}.${name}`),
          value: fields[name] ?? "",
        };
        return options === undefined ? (
          <TextField
            key={name}
            {...shared}
            {...input}
            {...(inputType === "number" ? { min: 0, max: 10_000, step: 1 } : { title: fieldHint })}
            type={inputType ?? "text"}
            required={isOptional !== true}
            spellCheck={false}
            onChange={({ target }) => set(name, target.value)}
          />
        ) : (
          <SelectField key={name} {...shared} onChange={({ target }) => set(name, target.value)}>
            {Object.entries(options).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        );
      })}
    </>
  );
}
