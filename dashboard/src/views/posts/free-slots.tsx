import { useQuery } from "@tanstack/react-query";
import { type Calendar, getCalendar } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { SelectField } from "../../parts/field.tsx";
import { useNow } from "../../parts/time.tsx";
import { formatTime } from "../../text/time.ts";

interface FreeSlotsProps {
  brandId: string;
  channel: string;
  zone: string;
  onChoose: (at: string) => void;
}

const hourMs = 3_600_000;
const daysAhead = 21;

/** The brand's next posting slots that have no post on the channel yet. Shows nothing if there are none. */
export function FreeSlots({ brandId, channel, zone, onChoose }: FreeSlotsProps) {
  const nowMs = useNow();
  const fromMs = Math.floor(nowMs / hourMs) * hourMs;
  const { data } = useQuery({
    queryKey: ["calendar", brandId, "free-slots", fromMs],
    queryFn: ({ signal }) => {
      const [from, to] = [fromMs, fromMs + daysAhead * 24 * hourMs].map((ms) => new Date(ms).toISOString());
      return dataOf(getCalendar({ id: brandId, $from: from ?? "", to: to ?? "" }, { signal }));
    },
    staleTime: 60_000,
    refetchInterval: false,
  });
  const free = data === undefined ? [] : freeSlots(data, channel, nowMs);
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
      {free.map((at) => (
        <option key={at} value={at}>
          {formatTime(at, zone)}
        </option>
      ))}
    </SelectField>
  );
}

function freeSlots({ slots }: Calendar, channel: string, nowMs: number): string[] {
  return slots
    .filter(({ at, blockedBy }) => blockedBy === null && Date.parse(at) > nowMs)
    .filter(
      ({ posts }) =>
        !posts.some((post) => post.channel === channel && ["pending", "scheduled"].includes(post.status)),
    )
    .map(({ at }) => at)
    .slice(0, 20);
}
