import { Link } from "@tanstack/react-router";
import type { Brand } from "../../../../client/api.ts";
import { SelectField } from "../../parts/field.tsx";
import { Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useNow } from "../../parts/time.tsx";
import { useMay } from "../../session/session.ts";
import { formatTime } from "../../text/time.ts";
import { BlackoutDates } from "./blackout-editor.tsx";
import { slotFields } from "./brand-form.ts";
import { QuietHoursEditor } from "./quiet-hours.tsx";
import { SaveBar } from "./save-bar.tsx";
import { SuggestedSlotsTable } from "./suggested-slots.tsx";
import { type BrandEdits, useBrandPart } from "./use-brand-edits.ts";
import { WeekSlots } from "./week-slots.tsx";

/** When a brand's posts go out. */
export function SlotsTab({ brand, edits }: { brand: Brand; edits: BrandEdits }) {
  const part = useBrandPart(brand, edits, slotFields);
  const mayWrite = useMay("write");
  const nowMs = useNow();
  const { form, set, errorOf } = part;
  const { suggestedSlots, timezone } = brand;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        part.save();
      }}
    >
      <p>
        All times here are in the zone of the brand, <strong>{timezone}</strong>, where it is now{" "}
        {formatTime(new Date(nowMs).toISOString(), timezone)}.{" "}
        <Link to="/app/calendar" search={{ brandId: brand.id }}>
          Show the calendar
        </Link>
      </p>
      {mayWrite ? null : <Notice>Your key may only read, so the slots cannot be changed here.</Notice>}
      <fieldset className="stack" disabled={!mayWrite}>
        <legend className="visually-hidden">Times of posts</legend>
        <Panel title="Times of posts">
          <SelectField
            label="Posts of runs go out"
            value={form.slots}
            onChange={(event) => set("slots", event.target.value === "suggested" ? "suggested" : "fixed")}
            hint="Suggested times come from the results of the brand's own posts. As long as there are none, the fixed times count."
            error={errorOf("slots")}
          >
            <option value="fixed">At the fixed times of the week below</option>
            <option value="suggested">At suggested times, as soon as there are some</option>
          </SelectField>
          <SuggestedSlotsTable
            suggested={suggestedSlots}
            zone={timezone}
            onUse={mayWrite ? (slots) => set("postingSlots", slots) : undefined}
          />
        </Panel>
        <WeekSlots
          slots={form.postingSlots}
          quietHours={form.quietHours}
          mayChange={mayWrite}
          onChange={(slots) => set("postingSlots", slots)}
          error={errorOf("postingSlots")}
        />
        <QuietHoursEditor
          quietHours={form.quietHours}
          mayChange={mayWrite}
          onChange={(hours) => set("quietHours", hours)}
          error={errorOf("quietHours")}
        />
        <BlackoutDates
          dates={form.blackoutDates}
          zone={timezone}
          mayChange={mayWrite}
          onChange={(dates) => set("blackoutDates", dates)}
          error={errorOf("blackoutDates")}
        />
      </fieldset>
      {mayWrite ? <SaveBar part={part} /> : null}
    </form>
  );
}
