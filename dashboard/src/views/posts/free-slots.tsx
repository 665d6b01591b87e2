import { useQuery } from "@tanstack/react-query";
import { SelectField } from "../../parts/field.tsx";
import { useNow } from "../../parts/time.tsx";
import { formatTime } from "../../text/time.ts";
import { dateIn } from "../../text/weeks.ts";
import { daysAhead, isFreeFor } from "./calendar-days.ts";
import { calendarQuery } from "./post-queries.ts";

interface FreeSlotsProps {
  brandId: string;
  channel: string;
  zone: string;
  onChoose: (at: string) => void;
}

/** The brand's next posting slots that have no post on the channel yet. Shows nothing if there are none. */
export function FreeSlots({ brandId, channel, zone, onChoose }: FreeSlotsProps) {
  const nowMs = useNow();
  const { data } = useQuery({
    ...calendarQuery(brandId, dateIn(zone, nowMs), daysAhead),
    refetchInterval: 60_000,
  });
  const free = (data?.slots ?? []).filter(
    (slot) => slot.blockedBy === null && isFreeFor(slot, channel, nowMs),
  );
  if (free.length === 0) return null;
  return (
    <SelectField
      label="Use a free posting slot"
      value=""
      onChange={(event) => {
        if (event.target.value !== "") onChoose(event.target.value);
      }}
    >
      <option value="">Choose a slot …</option>
      {free.map(({ at }) => (
        <option key={at} value={at}>
          {formatTime(at, zone)}
        </option>
      ))}
    </SelectField>
  );
}
