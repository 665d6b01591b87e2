import { useQuery } from "@tanstack/react-query";
import type { Brand } from "../../../../client/api.ts";
import { fieldErrorOf } from "../../api/errors.ts";
import { TextArea, TextField } from "../../parts/field.tsx";
import { useNow } from "../../parts/time.tsx";
import type { TextLength } from "./count-length.ts";
import { type PostForm, typedTime } from "./form-state.ts";
import { FreeSlots } from "./free-slots.tsx";
import { LengthCount } from "./length-count.tsx";
import { PictureFields } from "./picture-fields.tsx";
import { brandChannelsQuery } from "./post-queries.ts";
import { TimeField } from "./time-field.tsx";

interface PostFieldsProps {
  form: PostForm;
  onChange: (form: PostForm) => void;
  brand: Brand;
  channel: string;
  /** The time that the post has now; null if it has none. */
  storedTime: string | null;
  /** What no time means: "As soon as it is approved". */
  noTime: string;
  /** Why the typed time is not valid; undefined if it is valid or there is none. */
  timeProblem: string | undefined;
  length: TextLength;
  /** The error of the last try to save. */
  error: unknown;
}

/** The fields of a post: the same for a new one and for one that is edited. */
export function PostFields(props: PostFieldsProps) {
  const { form, onChange, brand, channel, storedTime, noTime, timeProblem, length, error } = props;
  const { data: channels } = useQuery(brandChannelsQuery(brand.id));
  const nowMs = useNow();
  const zone = brand.timezone;
  const nextHour = new Date(Math.ceil((nowMs + 60_000) / 3_600_000) * 3_600_000).toISOString();
  return (
    <>
      <TextArea
        label="Text"
        required
        rows={8}
        dir="auto"
        value={form.text}
        onChange={(event) => onChange({ ...form, text: event.target.value })}
        hint={<LengthCount length={length} />}
        error={fieldErrorOf(error, "text")}
      />
      <TextField
        label="Link"
        type="url"
        placeholder="https://"
        value={form.link}
        onChange={(event) => onChange({ ...form, link: event.target.value })}
        error={fieldErrorOf(error, "link")}
      />
      <TextField
        label="Hashtags"
        hint="Separated by spaces, with or without #."
        dir="auto"
        value={form.hashtags}
        onChange={(event) => onChange({ ...form, hashtags: event.target.value })}
        error={fieldErrorOf(error, "hashtags")}
      />
      <PictureFields
        pictures={form.media}
        onChange={(media) => onChange({ ...form, media })}
        picturesMax={channels?.find((one) => one.channel === channel)?.limits.images ?? 4}
        error={error}
      />
      <TimeField
        time={form.time}
        onChange={(time) => onChange({ ...form, time })}
        zone={zone}
        noTime={noTime}
        initialLocal={typedTime(storedTime ?? nextHour, zone).local}
        error={timeProblem ?? fieldErrorOf(error, "scheduledAt")}
      />
      <FreeSlots
        brandId={brand.id}
        channel={channel}
        zone={zone}
        onChoose={(at) => onChange({ ...form, time: typedTime(at, zone) })}
      />
    </>
  );
}
