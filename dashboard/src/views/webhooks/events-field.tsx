import { useId } from "react";
import type { EventType } from "../../../../client/api.ts";
import { CheckField } from "../../parts/field.tsx";
import { eventMeanings, eventTypes } from "./event-types.ts";
import styles from "./webhooks.module.css";

interface EventsFieldProps {
  events: readonly EventType[];
  onChange: (events: EventType[]) => void;
  error: string | undefined;
}

/** The choice of event types. */
export function EventsField({ events, onChange, error }: EventsFieldProps) {
  const id = useId();
  const hasAll = events.length === eventTypes.length;
  return (
    <fieldset className={styles.choices} aria-describedby={error === undefined ? undefined : id}>
      <legend className={styles.legend}>Events</legend>
      <CheckField
        label="All event types that exist today"
        checked={hasAll}
        ref={(input) => {
          if (input !== null) input.indeterminate = events.length > 0 && !hasAll;
        }}
        onChange={() => onChange(hasAll ? [] : [...eventTypes])}
      />
      {eventTypes.map((type) => (
        <CheckField
          key={type}
          label={
            <>
              <code>{type}</code> <span className="small soft">{eventMeanings[type]}</span>
            </>
          }
          checked={events.includes(type)}
          onChange={({ target }) =>
            onChange(eventTypes.filter((one) => (one === type ? target.checked : events.includes(one))))
          }
        />
      ))}
      {error === undefined ? null : (
        <div className="field-error" id={id}>
          {error}
        </div>
      )}
    </fieldset>
  );
}
