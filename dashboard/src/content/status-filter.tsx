import { SelectField } from "../parts/field.tsx";

interface StatusFilterProps<Status extends string> {
  /** What each status is called. */
  of: Readonly<Record<Status, { words: string }>>;
  status: Status | undefined;
  onChange: (status: Status | undefined) => void;
}

/** Chooses a status, or all of them. */
export function StatusFilter<Status extends string>({ of, status, onChange }: StatusFilterProps<Status>) {
  return (
    <SelectField
      label="Status"
      value={status ?? ""}
      onChange={(event) => onChange(statusIn(of, event.target.value))}
    >
      <option value="">Every status</option>
      {statusesOf(of).map((one) => (
        <option key={one} value={one}>
          {of[one].words}
        </option>
      ))}
    </SelectField>
  );
}

function statusesOf<Status extends string>(of: Readonly<Record<Status, unknown>>): Status[] {
  const isStatus = (name: string): name is Status => Object.hasOwn(of, name);
  return Object.keys(of).filter(isStatus);
}

/** The status with this name; undefined if there is none. */
export function statusIn<Status extends string>(
  of: Readonly<Record<Status, unknown>>,
  text: string | undefined,
): Status | undefined {
  return statusesOf(of).find((one) => one === text);
}
