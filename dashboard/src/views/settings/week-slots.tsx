import { useRef, useState } from "react";
import type { PostingSlot, QuietHours, Weekday } from "../../../../client/api.ts";
import { Button } from "../../parts/button.tsx";
import { SelectField } from "../../parts/field.tsx";
import { Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { countOf } from "../../text/numbers.ts";
import { isEnter } from "./is-enter.ts";
import {
  isInQuietHours,
  slotsMax,
  timesOf,
  weekdayNames,
  weekdays,
  withDayCopied,
  withoutSlot,
  withSlot,
} from "./slots.ts";
import styles from "./week-slots.module.css";

interface WeekSlotsProps {
  slots: readonly PostingSlot[];
  quietHours: readonly QuietHours[];
  mayChange: boolean;
  onChange: (slots: PostingSlot[]) => void;
  error: string | undefined;
}

/** The posting slots of a week: each day has a list of times. */
export function WeekSlots({ slots, quietHours, mayChange, onChange, error }: WeekSlotsProps) {
  const isFull = slots.length >= slotsMax;
  return (
    <Panel title="Posting slots">
      <p className="soft small">
        A run plans one post for each channel at each of these times. Without slots, a post of a run goes out
        as soon as it is approved.
      </p>
      <div className={styles.week}>
        {weekdays.map((weekday) => (
          <Day
            key={weekday}
            weekday={weekday}
            slots={slots}
            quietHours={quietHours}
            mayAdd={mayChange && !isFull}
            mayRemove={mayChange}
            onChange={onChange}
          />
        ))}
      </div>
      {error === undefined ? null : <Notice kind="bad">{error}</Notice>}
      <p className="small" role="status">
        {countOf(slots.length, "slot")} a week{isFull ? `. A brand can have ${slotsMax} at most.` : ""}
      </p>
      {mayChange && slots.length > 0 ? <CopyDay slots={slots} onChange={onChange} /> : null}
    </Panel>
  );
}

interface DayProps extends Pick<WeekSlotsProps, "slots" | "quietHours" | "onChange"> {
  weekday: Weekday;
  mayAdd: boolean;
  mayRemove: boolean;
}

function Day({ weekday, slots, quietHours, mayAdd, mayRemove, onChange }: DayProps) {
  const [time, setTime] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const name = weekdayNames[weekday];
  const times = timesOf(slots, weekday);
  const add = () => {
    if (time === "") return input.current?.focus();
    onChange(withSlot(slots, { weekday, time }));
    setTime("");
    input.current?.focus();
  };
  return (
    <fieldset className={styles.day}>
      <legend className={styles.name}>{name}</legend>
      {times.length === 0 ? <p className="small soft">No slot</p> : null}
      <ul className="stack stack-tight" hidden={times.length === 0}>
        {times.map((one) => (
          <li key={one} className={styles.slot}>
            <span className="number">{one}</span>
            {isInQuietHours({ weekday, time: one }, quietHours) ? (
              <span className="small soft">quiet hours: stays empty</span>
            ) : null}
            {mayRemove ? (
              <Button
                small
                look="plain"
                aria-label={`Remove ${name} ${one}`}
                onClick={() => {
                  onChange(withoutSlot(slots, { weekday, time: one }));
                  input.current?.focus();
                }}
              >
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayAdd ? (
        <div className={styles.add}>
          <input
            ref={input}
            className="input"
            type="time"
            aria-label={`New time on ${name}`}
            value={time}
            onChange={(event) => setTime(event.target.value)}
            onKeyDown={(event) => {
              if (isEnter(event)) add();
            }}
          />
          <Button small aria-label={`Add the time on ${name}`} onClick={add}>
            Add
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

const groups: { label: string; days: readonly Weekday[] }[] = [
  { label: "Every other day", days: weekdays },
  { label: "Monday to Friday", days: weekdays.slice(0, 5) },
  { label: "Saturday and Sunday", days: weekdays.slice(5) },
  ...weekdays.map((day) => ({ label: weekdayNames[day], days: [day] })),
];

/** Copies the times of a day to others. */
function CopyDay({ slots, onChange }: Pick<WeekSlotsProps, "slots" | "onChange">) {
  const [from, setFrom] = useState<Weekday>("monday");
  const [group, setGroup] = useState(0);
  const days = groups[group]?.days ?? [];
  const copied = withDayCopied(slots, from, days);
  return (
    <div className={styles.copy}>
      <SelectField
        label="Copy the times of"
        value={from}
        onChange={(event) => setFrom(weekdays.find((day) => day === event.target.value) ?? "monday")}
      >
        {weekdays.map((day) => (
          <option key={day} value={day}>
            {weekdayNames[day]}
          </option>
        ))}
      </SelectField>
      <SelectField label="to" value={group} onChange={(event) => setGroup(Number(event.target.value))}>
        {groups.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </SelectField>
      <Button disabled={copied.length > slotsMax} onClick={() => onChange(copied)}>
        Copy
      </Button>
      <span className="small soft">
        {copied.length > slotsMax
          ? `These would be ${copied.length} slots: a brand can have ${slotsMax} at most.`
          : "This replaces the times of those days."}
      </span>
    </div>
  );
}
