import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { fieldErrorOf } from "../../api/errors.ts";
import { modelEndpointQuery } from "../../api/model-endpoint.ts";
import { SelectField, TextField } from "../../parts/field.tsx";
import { Notice } from "../../parts/notices.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { type GeneratorDraft, generatorTypes } from "./generator-draft.ts";

interface GeneratorFieldProps {
  brandId: string;
  draft: GeneratorDraft;
  onChange: (draft: GeneratorDraft) => void;
  /** The error of the API, which may name fields of the generator. */
  error: unknown;
}

const isType = (text: string): text is GeneratorDraft["type"] => Object.hasOwn(generatorTypes, text);

/** Says who writes the posts, with what each choice needs. */
export function GeneratorField({ brandId, draft, onChange, error }: GeneratorFieldProps) {
  const { type } = draft;
  const set = (change: Partial<GeneratorDraft>) => onChange({ ...draft, ...change });
  const text = (name: "model" | "guardrailId" | "guardrailVersion" | "inputPrice" | "outputPrice") => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const errorOf = (name: string) => fieldErrorOf(error, `generator.${name}`);
  const hasGuardrail = draft.guardrailId !== "" || draft.guardrailVersion !== "";
  const isPriced = draft.inputPrice !== "" || draft.outputPrice !== "";
  const price = { type: "number", min: 0, max: 10_000, step: "any", required: isPriced } as const;
  return (
    <fieldset className="stack stack-tight">
      <legend className="field-label">Generator</legend>
      <SelectField
        label="Who writes the posts"
        value={type}
        hint={generatorTypes[type].hint}
        error={fieldErrorOf(error, "generator") ?? errorOf("type")}
        onChange={({ target }) => {
          if (isType(target.value)) set({ type: target.value });
        }}
      >
        {Object.entries(generatorTypes).map(([name, { words }]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </SelectField>
      {type === "openai_compatible" ? <EndpointState brandId={brandId} /> : null}
      {type === "bedrock" ? (
        <>
          <TextField
            label="Model"
            hint="The id of the model or of an inference profile, such as eu.amazon.nova-lite-v1:0."
            required
            maxLength={200}
            error={errorOf("model")}
            spellCheck={false}
            {...text("model")}
          />
          <TextField
            label="Guardrail (optional)"
            hint="Its id, such as gr1a2b3c4d5e. A post that the guardrail stops waits for approval."
            required={hasGuardrail}
            error={errorOf("guardrail.id") ?? errorOf("guardrail")}
            spellCheck={false}
            {...text("guardrailId")}
          />
          <TextField
            label="Version of the guardrail"
            hint="A number, or DRAFT."
            required={hasGuardrail}
            error={errorOf("guardrail.version")}
            {...text("guardrailVersion")}
          />
        </>
      ) : null}
      {type === "template" ? null : (
        <>
          <TextField
            label="Price of what the model reads (optional)"
            hint="US dollars for a million tokens. With both prices, runs show their cost."
            error={errorOf("pricePerMillionTokens.input") ?? errorOf("pricePerMillionTokens")}
            {...price}
            {...text("inputPrice")}
          />
          <TextField
            label="Price of what the model writes (optional)"
            hint="US dollars for a million tokens."
            error={errorOf("pricePerMillionTokens.output")}
            {...price}
            {...text("outputPrice")}
          />
          <p className="soft small">
            The template writes each post that the model does not write in time, or whose text fails the
            checks.
          </p>
        </>
      )}
    </fieldset>
  );
}

/** Says whether the brand has the model endpoint that the generator needs. */
function EndpointState({ brandId }: { brandId: string }) {
  const query = useQuery(modelEndpointQuery(brandId));
  return (
    <QueryView query={query}>
      {(endpoint) =>
        endpoint === null ? (
          <Notice kind="warning">
            The brand has no model endpoint yet.{" "}
            <Link to="/app/brands/$brandId" params={{ brandId }} target="_blank">
              Set one for the brand (in a new tab)
            </Link>
          </Notice>
        ) : (
          <p className="small">
            It asks the model <UserText>{endpoint.model}</UserText> at <UserText>{endpoint.url}</UserText>.
          </p>
        )
      }
    </QueryView>
  );
}
