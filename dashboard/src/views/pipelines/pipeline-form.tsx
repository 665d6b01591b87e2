import { type ReactNode, useState } from "react";
import { useBrand } from "../../api/brands.ts";
import { ApiError, fieldErrorOf } from "../../api/errors.ts";
import { Button } from "../../parts/button.tsx";
import { TextArea, TextField } from "../../parts/field.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { ErrorNotice, Notice } from "../../parts/notices.tsx";
import { countOf } from "../../text/numbers.ts";
import { ChannelsField } from "./channels-field.tsx";
import { GeneratorField } from "./generator-field.tsx";
import { fieldInWords, type PipelineDraft, postsOfRun, postsOfRunMax } from "./pipeline-draft.ts";
import styles from "./pipeline-form.module.css";
import { cronOf } from "./schedule-draft.ts";
import { ScheduleField } from "./schedule-field.tsx";
import { scheduleProblem } from "./schedule-times.ts";
import { SourcesField } from "./sources-field.tsx";

interface PipelineFormProps {
  brandId: string;
  /** What the form shows at first. A later change of this value does not change the form. */
  initial: PipelineDraft;
  /** The verb on the button: "Create the pipeline". */
  action: string;
  busy: boolean;
  /** The error of the last try, or null. */
  error: unknown;
  onSubmit: (draft: PipelineDraft) => void;
  /** What stands above the buttons. */
  children?: ReactNode;
  /** The other buttons. */
  others: ReactNode;
}

/** The form of a new pipeline, and of one that is edited. */
export function PipelineForm(props: PipelineFormProps) {
  const { brandId, initial, action, busy, error, onSubmit, children, others } = props;
  const [start] = useState(initial);
  const [draft, setDraft] = useState(start);
  const [hasTried, setHasTried] = useState(false);
  const zone = useBrand(brandId)?.timezone;
  const set = (change: Partial<PipelineDraft>) => setDraft({ ...draft, ...change });
  const noChannel = draft.channels.length === 0 ? "Choose at least one channel." : undefined;
  const tooMany =
    postsOfRun(draft) > postsOfRunMax
      ? `${draft.postsPerRun} posts on ${countOf(draft.channels.length, "channel")} are ${postsOfRun(draft)} posts. A run stores all its posts at once, at most ${postsOfRunMax}: choose fewer posts or channels.`
      : undefined;
  const schedule = cronOf(draft.schedule);
  const isInvalid =
    noChannel !== undefined ||
    tooMany !== undefined ||
    (schedule !== null && scheduleProblem(schedule) !== undefined);
  return (
    <form
      className={`stack ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        setHasTried(true);
        if (!isInvalid && !busy) onSubmit(draft);
      }}
    >
      <TextField
        label="Name"
        required
        maxLength={120}
        value={draft.name}
        error={fieldErrorOf(error, "name")}
        onChange={({ target }) => set({ name: target.value })}
      />
      <SourcesField sources={draft.sources} error={error} onChange={(sources) => set({ sources })} />
      <TextArea
        label="Topics (optional)"
        hint="One topic per line, at most 50. The pipeline looks for stories that mention one of them. Without topics, every story matches."
        value={draft.topics}
        error={fieldErrorOf(error, "topics")}
        onChange={({ target }) => set({ topics: target.value })}
      />
      <ChannelsField
        brandId={brandId}
        channels={draft.channels}
        error={(hasTried ? noChannel : undefined) ?? fieldErrorOf(error, "channels")}
        onChange={(channels) => set({ channels })}
      />
      <TextField
        label="Posts per run"
        type="number"
        min={1}
        max={50}
        step={1}
        required
        value={draft.postsPerRun}
        hint={`For each channel, at most 50. All channels together get at most ${postsOfRunMax} posts in a run. Now: at most ${countOf(postsOfRun(draft), "post")} in a run.`}
        error={tooMany ?? fieldErrorOf(error, "postsPerRun")}
        onChange={({ target }) => set({ postsPerRun: target.value })}
      />
      <ScheduleField
        draft={draft.schedule}
        zone={zone}
        error={fieldErrorOf(error, "schedule")}
        onChange={(next) => set({ schedule: next })}
      />
      <GeneratorField
        brandId={brandId}
        draft={draft.generator}
        error={error}
        onChange={(generator) => set({ generator })}
      />
      {children}
      <LeaveGuard isChanged={draft !== start} />
      {hasTried && isInvalid ? (
        <Notice kind="bad">Correct the fields that are marked as wrong.</Notice>
      ) : null}
      <FormProblem error={error} />
      <div className="row">
        <Button type="submit" look="primary" busy={busy}>
          {action}
        </Button>
        {others}
      </div>
    </form>
  );
}

/** What the API has rejected, in the words of the form. */
function FormProblem({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.fields.length === 0) return <ErrorNotice error={error} />;
  return (
    <Notice kind="bad">
      <p>Nothing was saved yet. Correct this:</p>
      <ul>
        {error.fields.map(({ field, reason }) => (
          <li key={`${field} ${reason}`}>
            <strong>{fieldInWords(field)}</strong> {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
