import type { ReactNode } from "react";
import { ApiError, fieldErrorOf } from "../../api/errors.ts";
import { Button } from "../../parts/button.tsx";
import { SelectField, TextArea, TextField } from "../../parts/field.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { ErrorNotice } from "../../parts/notices.tsx";
import { EventsField } from "./events-field.tsx";
import { SecretField } from "./secret-field.tsx";
import type { SecretChoice, WebhookDraft } from "./webhook-draft.ts";

interface WebhookFormProps {
  draft: WebhookDraft;
  onChange: (draft: WebhookDraft) => void;
  secretKinds: Partial<Record<SecretChoice["kind"], string>>;
  /** Whether the form has the field for the status. A new subscription is always active. */
  hasStatus: boolean;
  /** Whether leaving the form loses something. */
  isChanged: boolean;
  /** The error of the last try. */
  error: unknown;
  busy: boolean;
  /** The words of the button that saves. */
  action: string;
  /** Why there is nothing to save. */
  idle?: string | undefined;
  /** What stands above the buttons: someone else's change, for example. */
  children?: ReactNode;
  cancel: ReactNode;
  onSubmit: () => void;
}

const fields = ["url", "events", "description", "status", "secret"];

/** The fields of a subscription. */
export function WebhookForm(props: WebhookFormProps) {
  const { draft, onChange, secretKinds, hasStatus, isChanged, error, busy, action, idle, children, cancel } =
    props;
  const set = (changes: Partial<WebhookDraft>) => onChange({ ...draft, ...changes });
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <TextField
        label="URL"
        type="url"
        inputMode="url"
        required
        maxLength={2048}
        placeholder="https://"
        value={draft.url}
        onChange={({ target }) => set({ url: target.value })}
        hint="An https address that the internet can reach. The service sends a POST to it for each event."
        error={fieldErrorOf(error, "url")}
      />
      <TextArea
        label="Description"
        rows={2}
        maxLength={500}
        value={draft.description}
        onChange={({ target }) => set({ description: target.value })}
        hint="What the subscription is for, and who looks after the endpoint."
        error={fieldErrorOf(error, "description")}
      />
      <EventsField
        events={draft.events}
        onChange={(events) => set({ events })}
        error={fieldErrorOf(error, "events")}
      />
      {hasStatus ? (
        <SelectField
          label="Status"
          value={draft.status}
          onChange={({ target }) => set({ status: target.value === "disabled" ? "disabled" : "active" })}
          hint="The events of a disabled subscription become dead letters, which you can replay later."
          error={fieldErrorOf(error, "status")}
        >
          <option value="active">Active</option>
          <option value="disabled">Disabled</option>
        </SelectField>
      ) : null}
      <SecretField
        choice={draft.secret}
        onChange={(secret) => set({ secret })}
        kinds={secretKinds}
        error={fieldErrorOf(error, "secret")}
      />
      {children}
      <LeaveGuard isChanged={isChanged} />
      {hasOtherProblem(error) ? <ErrorNotice error={error} /> : null}
      <div className="row">
        <Button
          type="submit"
          look="primary"
          busy={busy}
          disabled={idle !== undefined || draft.events.length === 0}
        >
          {action}
        </Button>
        {cancel}
        <span className="small soft">
          {draft.events.length === 0 ? "Choose at least one event type." : idle}
        </span>
      </div>
    </form>
  );
}

/** Whether an error has a reason that no field of the form shows. */
function hasOtherProblem(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.fields.length === 0) return true;
  return error.fields.some(({ field }) => !fields.includes(field.replace(/\[.*$/, "")));
}
