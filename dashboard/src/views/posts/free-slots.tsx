import { useQuery } from "@tanstack/react-query";
import { getCalendar } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { SelectField } from "../../parts/field.tsx";
import { useNow } from "../../parts/time.tsx";
import { formatTime } from "../../text/time.ts";
import { addDays, dateIn } from "../../text/weeks.ts";
import { isFreeFor } from "./calendar-days.ts";

/** How far ahead the field looks for free slots, in days. */
const daysAhead = 28;

interface FreeSlotsProps {
  brandId: string;
  channel: string;
  zone: string;
  onChoose: (at: string) => void;
}

/** The brand's next posting slots that have no post on the channel yet. Shows nothing if there are none. */
export function FreeSlots({ brandId, channel, zone, onChoose }: FreeSlotsProps) {
  const nowMs = useNow();
  const today = dateIn(zone, nowMs);
  const { data } = useQuery({
    queryKey: ["calendar", brandId, "ahead", today],
    queryFn: ({ signal }) =>
      dataOf(getCalendar({ id: brandId, $from: today, to: addDays(today, daysAhead) }, { signal })),
    refetchInterval: 60_000,
  });
  const free = (data?.slots ?? []).filter(
    (slot) => slot.blockedBy === null && isFreeFor({ ...slot, isSlot: true }, channel, nowMs),
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
