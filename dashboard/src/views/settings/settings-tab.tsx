import type { Brand } from "../../../../client/api.ts";
import { channelNames, channels } from "../../content/channels.ts";
import { CheckField, SelectField, TextArea, TextField } from "../../parts/field.tsx";
import { Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useMay } from "../../session/session.ts";
import { type BrandTextField, settingFields, utmProblem } from "./brand-form.ts";
import { SaveBar } from "./save-bar.tsx";
import { type BrandEdits, type BrandPart, useBrandPart } from "./use-brand-edits.ts";
import { ZoneField } from "./zone-field.tsx";

/** What a brand is called, and how its posts are written. */
export function SettingsTab({ brand, edits }: { brand: Brand; edits: BrandEdits }) {
  const part = useBrandPart(brand, edits, settingFields);
  const mayWrite = useMay("write");
  const wrongUtm = utmProblem(part.form.utm);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        part.save();
      }}
    >
      {mayWrite ? null : <Notice>Your key may only read, so the settings cannot be changed here.</Notice>}
      <fieldset className="stack" disabled={!mayWrite}>
        <legend className="visually-hidden">Settings of the brand</legend>
        <Basics part={part} />
        <Posts part={part} />
        <Links part={part} utmProblem={wrongUtm} />
        <Trends part={part} />
      </fieldset>
      {mayWrite ? <SaveBar part={part} problem={wrongUtm && `Parameters of links: ${wrongUtm}`} /> : null}
    </form>
  );
}

/** The properties with which an input shows and changes a field of text. */
function textInputProps({ form, set, errorOf }: BrandPart, field: BrandTextField) {
  return {
    value: form[field],
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
    error: errorOf(field),
  };
}

function Basics({ part }: { part: BrandPart }) {
  const { form, set, errorOf } = part;
  return (
    <Panel title="Brand">
      <TextField label="Name" required {...textInputProps(part, "name")} />
      <ZoneField
        value={form.timezone}
        onChange={(zone) => set("timezone", zone)}
        error={errorOf("timezone")}
      />
      {part.changed.includes("timezone") ? (
        <Notice kind="warning">
          Posting slots and schedules use the new zone as soon as it is saved. Posts keep the times that they
          have.
        </Notice>
      ) : null}
      <SelectField
        label="Approval"
        value={form.approval}
        onChange={(event) => set("approval", event.target.value === "auto" ? "auto" : "manual")}
        hint="Automatic approval does not count for posts of a model whose text a check doubts: they wait for a person."
        error={errorOf("approval")}
      >
        <option value="manual">A person approves each post of a run</option>
        <option value="auto">Posts of a run are scheduled without approval</option>
      </SelectField>
      <ChannelChoice part={part} />
    </Panel>
  );
}

/** The channels of the setting `channels`. A connection is made in the tab "Channels". */
function ChannelChoice({ part }: { part: BrandPart }) {
  const { form, set, errorOf } = part;
  const error = errorOf("channels");
  return (
    <fieldset className="stack stack-tight">
      <legend className="field-label">Channels that the brand uses</legend>
      {channels.map((channel) => (
        <CheckField
          key={channel}
          label={channelNames[channel]}
          checked={form.channels.includes(channel)}
          aria-invalid={error !== undefined}
          onChange={(event) =>
            set(
              "channels",
              event.target.checked
                ? [...form.channels, channel]
                : form.channels.filter((one) => one !== channel),
            )
          }
        />
      ))}
      <div className="soft small">
        A note for your team. Each pipeline names its own channels, and the tab Channels connects them.
      </div>
      {error === undefined ? null : <div className="field-error">{error}</div>}
    </fieldset>
  );
}

function Posts({ part }: { part: BrandPart }) {
  const { form, set, errorOf } = part;
  return (
    <Panel title="Posts of runs">
      <TextArea
        label="Voice"
        dir="auto"
        {...textInputProps(part, "voice")}
        hint="How the brand sounds, as an instruction for the model that writes: short and friendly, no exclamation marks. At most 1,000 characters."
      />
      <TextField
        label="Hashtags"
        dir="auto"
        {...textInputProps(part, "hashtags")}
        hint="Every post gets them. Put a space between two. At most 20, of letters, digits and underscores."
      />
      <SelectField
        label="Images"
        value={form.images}
        onChange={(event) => set("images", event.target.value === "source" ? "source" : "none")}
        hint="An image is left out where the channel does not take it, or where the text would no longer fit with it."
        error={errorOf("images")}
      >
        <option value="none">Posts have no image</option>
        <option value="source">Posts have the image of their source</option>
      </SelectField>
      <TextArea
        label="Words to avoid"
        dir="auto"
        {...textInputProps(part, "avoid")}
        hint="One word or phrase on each line. Runs make no post of a story that mentions one of them. Case, accents and endings do not matter: casino also stands for Casinos. At most 100."
      />
    </Panel>
  );
}

function Links({ part, utmProblem: wrongUtm }: { part: BrandPart; utmProblem: string | undefined }) {
  return (
    <Panel title="Links and their value">
      <TextArea
        label="Parameters of links"
        spellCheck={false}
        {...textInputProps(part, "utm")}
        hint="One on each line, such as utm_source=newsletter. They are added to every link, so that your own analytics recognizes its readers. At most 10, each named utm_…"
        error={wrongUtm ?? part.errorOf("utm")}
      />
      <TextField
        label="Value of a click"
        type="number"
        min={0}
        max={1_000_000}
        step="any"
        {...textInputProps(part, "valuePerClick")}
        hint="What one click is worth to you. The estimated return of a run is computed from it. Empty: no estimate."
      />
      <TextField
        label="Currency"
        maxLength={3}
        spellCheck={false}
        {...textInputProps(part, "currency")}
        hint="Of the value of a click: three letters, such as EUR."
      />
    </Panel>
  );
}

function Trends({ part }: { part: BrandPart }) {
  return (
    <Panel title="Trends">
      <TextField
        label="Score of a trend"
        type="number"
        required
        min={3.5}
        max={100}
        step="any"
        {...textInputProps(part, "trendThreshold")}
        hint="From which score a topic counts as a trend, 3.5 to 100. A score of 4 needs three sources that mention something new once, or two that mention it twice. Higher: fewer trends."
      />
    </Panel>
  );
}
