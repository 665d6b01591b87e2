import { useId } from "react";
import { SelectField, TextField } from "../../parts/field.tsx";
import { useNow } from "../../parts/time.tsx";
import { formatTime } from "../../text/time.ts";
import { chosenInstant, type TypedTime } from "./form-state.ts";
import { instantsAt } from "./zoned-time.ts";

interface TimeFieldProps {
  time: TypedTime | null;
  onChange: (time: TypedTime | null) => void;
  /** The brand's zone, in which the time is typed. */
  zone: string;
  /** What no time means: "As soon as it is approved". */
  noTime: string;
  /** The local time that the field begins with when someone chooses to set a time. */
  initialLocal: string;
  error: string | undefined;
}

/** Chooses when a post is published, in the brand's zone. It also shows the time in UTC. */
export function TimeField({ time, onChange, zone, noTime, initialLocal, error }: TimeFieldProps) {
  const name = useId();
  return (
    <fieldset className="stack stack-tight">
      <legend className="field-label">Time</legend>
      <label className="check">
        <input type="radio" name={name} checked={time === null} onChange={() => onChange(null)} />
        <span>{noTime}</span>
      </label>
      <label className="check">
        <input
          type="radio"
          name={name}
          checked={time !== null}
          onChange={() => onChange({ local: initialLocal, which: "first" })}
        />
        <span>At a time</span>
      </label>
      {time === null ? null : <ExactTime time={time} onChange={onChange} zone={zone} error={error} />}
    </fieldset>
  );
}

interface ExactTimeProps {
  time: TypedTime;
  onChange: (time: TypedTime) => void;
  zone: string;
  error: string | undefined;
}

function ExactTime({ time, onChange, zone, error }: ExactTimeProps) {
  const [first, second] = instantsAt(time.local, zone);
  const at = chosenInstant(time, zone);
  return (
    <>
      <TextField
        label={`Date and time in ${zone}`}
        type="datetime-local"
        value={time.local}
        min="2000-01-01T00:00"
        max="2099-12-31T23:59"
        onChange={(event) => onChange({ ...time, local: event.target.value })}
        hint={at === undefined ? undefined : <Instant at={at} zone={zone} />}
        error={error}
      />
      {first === undefined || second === undefined ? null : (
        <SelectField
          label="The clocks go back, and this time comes twice"
          value={time.which}
          onChange={(event) =>
            onChange({ ...time, which: event.target.value === "second" ? "second" : "first" })
          }
        >
          <option value="first">{formatTime(first, zone)}, before the change</option>
          <option value="second">{formatTime(second, zone)}, after the change</option>
        </SelectField>
      )}
    </>
  );
}

/** The time in the zone and in UTC. */
function Instant({ at, zone }: { at: string; zone: string }) {
  const nowMs = useNow();
  return (
    <>
      {formatTime(at, zone)} = {formatTime(at, "UTC")}
      {Date.parse(at) <= nowMs ? ". This time has passed, so nothing waits for it." : ""}
    </>
  );
}
