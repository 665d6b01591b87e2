import type { QuietHours, Weekday } from "../../../../client/api.ts";
import { Button } from "../../parts/button.tsx";
import { CheckField, TextField } from "../../parts/field.tsx";
import { Empty, Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { weekdayNames, weekdays } from "./slots.ts";

const quietHoursMax = 14;

interface QuietHoursEditorProps {
  quietHours: readonly QuietHours[];
  mayChange: boolean;
  onChange: (quietHours: QuietHours[]) => void;
  error: string | undefined;
}

/** Hours in which no post of a run is planned. */
export function QuietHoursEditor({ quietHours, mayChange, onChange, error }: QuietHoursEditorProps) {
  return (
    <Panel
      title="Quiet hours"
      actions={
        mayChange && quietHours.length < quietHoursMax ? (
          <Button onClick={() => onChange([...quietHours, { start: "22:00", end: "07:00" }])}>
            Add quiet hours
          </Button>
        ) : null
      }
    >
      <p className="soft small">Runs plan no post in these hours: a slot in them stays empty.</p>
      {quietHours.length === 0 ? <Empty>There are no quiet hours.</Empty> : null}
      {quietHours.map((hours, index) => (
        <Period
          // oxlint-disable-next-line react/no-array-index-key -- Two periods can be equal, and their fields have no state.
          key={index}
          number={index + 1}
          hours={hours}
          mayChange={mayChange}
          onChange={(changed) => onChange(quietHours.map((one) => (one === hours ? changed : one)))}
          onRemove={() => onChange(quietHours.filter((one) => one !== hours))}
        />
      ))}
      {error === undefined ? null : <Notice kind="bad">{error}</Notice>}
    </Panel>
  );
}

interface PeriodProps {
  number: number;
  hours: QuietHours;
  mayChange: boolean;
  onChange: (hours: QuietHours) => void;
  onRemove: () => void;
}

function Period({ number, hours, mayChange, onChange, onRemove }: PeriodProps) {
  const { start, end, weekdays: days = [] } = hours;
  const setDays = (chosen: readonly Weekday[]) =>
    onChange(chosen.length === 0 ? { start, end } : { start, end, weekdays: [...chosen] });
  return (
    <fieldset className="stack stack-tight">
      <legend className="field-label">Quiet hours {number}</legend>
      <div className="row">
        <TextField
          label="From"
          type="time"
          required
          value={start}
          onChange={(event) => onChange({ ...hours, start: event.target.value })}
        />
        <TextField
          label={end <= start ? "To, on the next day" : "To"}
          type="time"
          required
          value={end}
          onChange={(event) => onChange({ ...hours, end: event.target.value })}
        />
      </div>
      <fieldset>
        <legend className="small soft">They begin on these days. None chosen: every day.</legend>
        <div className="row">
          {weekdays.map((day) => (
            <CheckField
              key={day}
              label={weekdayNames[day]}
              checked={days.includes(day)}
              onChange={(event) =>
                setDays(weekdays.filter((one) => (one === day ? event.target.checked : days.includes(one))))
              }
            />
          ))}
        </div>
      </fieldset>
      {mayChange ? (
        <div>
          <Button small aria-label={`Remove quiet hours ${number}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
