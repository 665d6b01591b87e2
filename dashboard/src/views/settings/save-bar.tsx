import { Button } from "../../parts/button.tsx";
import { Notice } from "../../parts/notices.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { type BrandField, brandFieldLabels, fieldInWords, pathOf } from "./brand-form.ts";
import { FormProblem } from "./form-problem.tsx";
import type { BrandPart } from "./use-brand-edits.ts";

const labels = Object.fromEntries(
  Object.entries(brandFieldLabels).flatMap(([field, label]) =>
    isField(field) ? [[pathOf(field), label]] : [],
  ),
);

function isField(name: string): name is BrandField {
  return name in brandFieldLabels;
}

interface SaveBarProps {
  part: BrandPart;
  /** What is wrong before anything is sent. */
  problem?: string | undefined;
}

/** Saves the changes of a part of the brand's form, or shows why they cannot be saved. */
export function SaveBar({ part, problem }: SaveBarProps) {
  const { changed, error, isSaving, discardAll } = part;
  return (
    <div className="stack">
      <Conflicts part={part} />
      <FormProblem error={error} labels={labels} />
      {problem === undefined ? null : <Notice kind="warning">{problem}</Notice>}
      <div className="row">
        <Button
          look="primary"
          type="submit"
          busy={isSaving}
          disabled={changed.length === 0 || problem !== undefined}
        >
          Save changes
        </Button>
        {changed.length === 0 ? null : (
          <>
            <Button onClick={discardAll}>Discard changes</Button>
            <span className="small soft">
              Not saved: {changed.map((field) => brandFieldLabels[field]).join(", ")}
            </span>
          </>
        )}
      </div>
    </div>
  );
}

/** The fields that someone else changed while they were edited here. */
function Conflicts({ part: { conflicts, current, discard, keep } }: { part: BrandPart }) {
  if (conflicts.length === 0) return null;
  return (
    <Notice kind="warning">
      <p>Someone else has changed these settings while you edited them. Choose what counts.</p>
      <ul className="list">
        {conflicts.map((field) => (
          <li key={field} className="stack stack-tight">
            <div>
              <strong>{brandFieldLabels[field]}</strong> is now:{" "}
              <UserText>{fieldInWords(current, field)}</UserText>
            </div>
            <div className="row">
              <Button
                small
                aria-label={`Use the new value: ${brandFieldLabels[field]}`}
                onClick={() => discard(field)}
              >
                Use the new value
              </Button>
              <Button small aria-label={`Keep mine: ${brandFieldLabels[field]}`} onClick={() => keep(field)}>
                Keep mine
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
