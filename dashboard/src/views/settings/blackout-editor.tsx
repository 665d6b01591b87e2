import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { Empty, Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useNow } from "../../parts/time.tsx";
import { dateIn } from "../../text/weeks.ts";
import { blackoutInWords, blackoutOf, isBefore } from "./blackout-dates.ts";
import { isEnter } from "./is-enter.ts";

const blackoutsMax = 100;

interface BlackoutDatesProps {
  dates: readonly string[];
  zone: string;
  mayChange: boolean;
  onChange: (dates: string[]) => void;
  error: string | undefined;
}

/** Days on which no post of a run is planned. */
export function BlackoutDates({ dates, zone, mayChange, onChange, error }: BlackoutDatesProps) {
  const today = dateIn(zone, useNow());
  const past = dates.filter((one) => isBefore(one, today));
  return (
    <Panel
      title="Blackout dates"
      actions={
        mayChange && past.length > 0 ? (
          <Button small onClick={() => onChange(dates.filter((one) => !past.includes(one)))}>
            Remove those that are over
          </Button>
        ) : null
      }
    >
      <p className="soft small">Runs plan no post on these days, such as holidays.</p>
      {dates.length === 0 ? <Empty>There are no blackout dates.</Empty> : null}
      <ul className="list" hidden={dates.length === 0}>
        {dates.map((one) => (
          <li key={one} className="row row-apart">
            <span>
              {blackoutInWords(one)}
              {past.includes(one) ? <span className="soft"> (over)</span> : null}
            </span>
            {mayChange ? (
              <Button
                small
                aria-label={`Remove ${blackoutInWords(one)}`}
                onClick={() => onChange(dates.filter((other) => other !== one))}
              >
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {error === undefined ? null : <Notice kind="bad">{error}</Notice>}
      {mayChange && dates.length < blackoutsMax ? <NewDates dates={dates} onChange={onChange} /> : null}
    </Panel>
  );
}

function NewDates({ dates, onChange }: Pick<BlackoutDatesProps, "dates" | "onChange">) {
  const [first, setFirst] = useState("");
  const [last, setLast] = useState("");
  const [problem, setProblem] = useState<string>();
  const add = () => {
    const made = blackoutOf(first, last);
    if ("problem" in made) return setProblem(made.problem);
    onChange([...new Set([...dates, made.dates])].toSorted());
    setFirst("");
    setLast("");
    setProblem(undefined);
  };
  return (
    <div className="stack stack-tight">
      <div className="row">
        <TextField
          label="First day"
          type="date"
          value={first}
          onChange={(event) => setFirst(event.target.value)}
          onKeyDown={(event) => {
            if (isEnter(event)) add();
          }}
          error={problem}
        />
        <TextField
          label="Last day, if there are several"
          type="date"
          min={first}
          value={last}
          onChange={(event) => setLast(event.target.value)}
          onKeyDown={(event) => {
            if (isEnter(event)) add();
          }}
        />
      </div>
      <div>
        <Button onClick={add}>Add the dates</Button>
      </div>
    </div>
  );
}
