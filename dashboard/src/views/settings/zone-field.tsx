import { useId } from "react";
import { TextField } from "../../parts/field.tsx";
import { useNow } from "../../parts/time.tsx";
import { formatTime } from "../../text/time.ts";

const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

interface ZoneFieldProps {
  value: string;
  onChange: (zone: string) => void;
  error?: string | undefined;
}

/** Chooses a time zone: typing finds it, and the time there shows that it is the right one. */
export function ZoneField({ value, onChange, error }: ZoneFieldProps) {
  const listId = useId();
  const nowMs = useNow();
  return (
    <>
      <TextField
        label="Time zone"
        list={listId}
        required
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        hint={
          isZone(value)
            ? `There it is now ${formatTime(new Date(nowMs).toISOString(), value)}. All times of the brand are in this zone.`
            : "Type a city and choose from the list, such as Europe/Zurich."
        }
      />
      <datalist id={listId}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Whether the browser knows a time zone of this name. */
function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name !== "";
  } catch {
    return false;
  }
}
