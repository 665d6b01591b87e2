import { SelectField, TextField } from "../../parts/field.tsx";
import { NextTimes } from "./next-times.tsx";
import { cronOf, type ScheduleDraft, type ScheduleKind, scheduleKinds } from "./schedule-draft.ts";
import { scheduleProblem } from "./schedule-times.ts";
import { scheduleInWords, weekdayNames } from "./schedule-words.ts";

interface ScheduleFieldProps {
  draft: ScheduleDraft;
  onChange: (draft: ScheduleDraft) => void;
  /** The time zone of the brand, once it is known. */
  zone: string | undefined;
  /** Why the API rejected the schedule. */
  error: string | undefined;
}

const isKind = (text: string): text is ScheduleKind => Object.hasOwn(scheduleKinds, text);

/** Says when a pipeline runs, and shows at once what that means. */
export function ScheduleField({ draft, onChange, zone, error }: ScheduleFieldProps) {
  const { kind } = draft;
  const set = (change: Partial<ScheduleDraft>) => onChange({ ...draft, ...change });
  const schedule = cronOf(draft);
  const problem = schedule === null ? undefined : scheduleProblem(schedule);
  return (
    <fieldset className="stack stack-tight">
      <legend className="field-label">Schedule</legend>
      <SelectField
        label="It runs"
        value={kind}
        error={kind === "cron" ? undefined : error}
        onChange={({ target }) => {
          if (!isKind(target.value)) return;
          // The expression begins with what was chosen before.
          const cron =
            target.value === "cron" && problem === undefined ? (schedule ?? draft.cron) : draft.cron;
          set({ kind: target.value, cron });
        }}
      >
        {Object.entries(scheduleKinds).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </SelectField>
      {kind === "hourly" ? (
        <TextField
          label="Minute of the hour"
          type="number"
          min={0}
          max={59}
          required
          value={draft.minute}
          onChange={({ target }) => set({ minute: target.value })}
        />
      ) : null}
      {kind === "weekly" ? (
        <SelectField
          label="On"
          value={draft.weekday}
          onChange={({ target }) => set({ weekday: target.value })}
        >
          {mondayFirst.map((day) => (
            <option key={day} value={day}>
              {weekdayNames[day]}
            </option>
          ))}
        </SelectField>
      ) : null}
      {kind === "daily" || kind === "weekdays" || kind === "weekly" ? (
        <TextField
          label="At"
          type="time"
          required
          value={draft.time}
          hint={zone === undefined ? "In the brand's time zone." : `In the brand's time zone, ${zone}.`}
          onChange={({ target }) => set({ time: target.value })}
        />
      ) : null}
      {kind === "cron" ? (
        <TextField
          label="Cron expression"
          required
          maxLength={100}
          value={draft.cron}
          error={problem ?? error}
          hint="Minute, hour, day of the month, month, day of the week, in the brand's time zone. 0 9 * * 1-5 is every weekday at 09:00."
          onChange={({ target }) => set({ cron: target.value })}
        />
      ) : null}
      {schedule === null || problem !== undefined ? null : (
        <div className="small">
          <p aria-live="polite">{scheduleInWords(schedule, zone)}. The next five times:</p>
          <NextTimes schedule={schedule} zone={zone} />
        </div>
      )}
    </fieldset>
  );
}

const mondayFirst = [1, 2, 3, 4, 5, 6, 0];
