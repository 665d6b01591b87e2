import { fieldErrorOf } from "../../api/errors.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import type { TypedPicture } from "./form-state.ts";
import styles from "./posts.module.css";

interface PictureFieldsProps {
  pictures: readonly TypedPicture[];
  onChange: (pictures: TypedPicture[]) => void;
  picturesMax: number;
  error: unknown;
}

/** The pictures of a post, each with its description. */
export function PictureFields({ pictures, onChange, picturesMax, error }: PictureFieldsProps) {
  const change = (key: string, changes: Partial<TypedPicture>) =>
    onChange(pictures.map((picture) => (picture.key === key ? { ...picture, ...changes } : picture)));
  return (
    <fieldset className="stack stack-tight">
      <legend className="field-label">Pictures</legend>
      {pictures.map(({ key, url, alt }, index) => (
        <div key={key} className={styles.picture}>
          <TextField
            label={`Address of picture ${index + 1}`}
            type="url"
            required
            value={url}
            placeholder="https://"
            onChange={(event) => change(key, { url: event.target.value })}
            error={fieldErrorOf(error, `media[${index}].url`)}
          />
          <TextField
            label={`Description of picture ${index + 1}`}
            hint="For people who cannot see it."
            required
            maxLength={1_000}
            value={alt}
            onChange={(event) => change(key, { alt: event.target.value })}
            error={fieldErrorOf(error, `media[${index}].alt`)}
          />
          <div className="row">
            <Button
              small
              aria-label={`Remove picture ${index + 1}`}
              onClick={() => onChange(pictures.filter((picture) => picture.key !== key))}
            >
              Remove
            </Button>
          </div>
        </div>
      ))}
      {pictures.length >= picturesMax ? (
        <div className="soft small">The channel takes at most {picturesMax} pictures.</div>
      ) : (
        <div className="row">
          <Button
            small
            onClick={() => onChange([...pictures, { key: crypto.randomUUID(), url: "", alt: "" }])}
          >
            Add a picture
          </Button>
        </div>
      )}
    </fieldset>
  );
}
