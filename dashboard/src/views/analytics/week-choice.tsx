import { Button } from "../../parts/button.tsx";
import { SelectField } from "../../parts/field.tsx";
import { weekInWords } from "./week-steps.ts";

interface WeekChoiceProps {
  week: string;
  choices: readonly string[];
  previous: string | undefined;
  next: string | undefined;
  onChange: (week: string) => void;
}

/** Chooses a week: from a list, or the one before or after. */
export function WeekChoice({ week, choices, previous, next, onChange }: WeekChoiceProps) {
  return (
    <>
      <SelectField label="Week" value={week} onChange={(event) => onChange(event.target.value)}>
        {choices.map((one) => (
          <option key={one} value={one}>
            {weekInWords(one)}
          </option>
        ))}
      </SelectField>
      <StepButton words="Previous week" week={previous} onChange={onChange} />
      <StepButton words="Next week" week={next} onChange={onChange} />
    </>
  );
}

function StepButton({
  words,
  week,
  onChange,
}: {
  words: string;
  week: string | undefined;
  onChange: (week: string) => void;
}) {
  return (
    <Button
      disabled={week === undefined}
      onClick={() => {
        if (week !== undefined) onChange(week);
      }}
    >
      {words}
    </Button>
  );
}
