import { useEffect, useRef } from "react";
import { ApiError } from "../../api/errors.ts";
import { ErrorNotice, Notice } from "../../parts/notices.tsx";
import { isAt } from "./field-problems.ts";

interface FormProblemProps {
  error: unknown;
  /** The label of each field that shows its own error, by the path that the API uses. */
  labels: Readonly<Record<string, string>>;
}

/**
 * Why a form was not saved. Names the fields that have to be corrected and moves the focus to the first of them; each field
 * shows its own reason.
 */
export function FormProblem({ error, labels }: FormProblemProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!(error instanceof ApiError) || error.fields.length === 0) return;
    const form = place.current?.closest("form");
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return (
    <div ref={place} hidden={error === null}>
      {describe(error, labels)}
    </div>
  );
}

function describe(error: unknown, labels: FormProblemProps["labels"]) {
  if (!(error instanceof ApiError) || error.fields.length === 0) return <ErrorNotice error={error} />;
  const named = new Set<string>();
  const others: string[] = [];
  for (const { field, reason } of error.fields) {
    const path = Object.keys(labels).find((one) => isAt(field, one));
    if (path === undefined) others.push(`${field}: ${reason}`);
    else named.add(labels[path] ?? path);
  }
  return (
    <Notice kind="bad">
      Not saved.
      {named.size === 0 ? null : ` Correct: ${[...named].join(", ")}.`}
      {others.length === 0 ? null : ` ${others.join("; ")}`}
    </Notice>
  );
}
