import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Brand, updateBrand } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { showToast } from "../../parts/toasts.tsx";
import { type BrandField, type BrandForm, changesOf, formOf, pathOf } from "./brand-form.ts";
import { brandChanged, brandQuery } from "./brand-query.ts";
import {
  changedKeys,
  conflictingKeys,
  type Edits,
  editsAfterSaving,
  keptEdit,
  shownForm,
  withEdit,
  withoutEdit,
} from "./edits.ts";
import { problemAt } from "./field-problems.ts";

/** The unsaved changes of a brand. Its page holds them, so that they outlive its tabs. */
export interface BrandEdits {
  readonly edits: Edits<BrandForm>;
  readonly setEdits: (change: (edits: Edits<BrandForm>) => Edits<BrandForm>) => void;
}

export function useBrandEdits(): BrandEdits {
  const [edits, setEdits] = useState<Edits<BrandForm>>({ values: {}, bases: {} });
  return { edits, setEdits };
}

/** Whether a brand has unsaved changes in some of its fields. */
export function hasEdits(brand: Brand, { edits }: BrandEdits, fields: readonly BrandField[]): boolean {
  return changedKeys(formOf(brand), edits, fields).length > 0;
}

/** A part of a brand's form, with everything that a tab needs in order to show, change and save it. */
export type BrandPart = ReturnType<typeof useBrandPart>;

/** The form of some fields of a brand. Saving sends only what was changed. */
export function useBrandPart(brand: Brand, { edits, setEdits }: BrandEdits, fields: readonly BrandField[]) {
  const current = formOf(brand);
  const form = shownForm(current, edits);
  const save = useMutation({
    mutationFn: async (sent: { form: BrandForm; edits: Edits<BrandForm> }) => {
      // The page may be seconds old. Someone else's change of the same field has to be seen before it is replaced.
      const latest = formOf(await queryClient.fetchQuery({ ...brandQuery(brand.id), staleTime: 0 }));
      if (conflictingKeys(latest, sent.edits, fields).length > 0)
        throw new Error(
          "Not saved: someone else has changed the same settings. Choose above what counts, then save again.",
        );
      const changed = changedKeys(latest, sent.edits, fields);
      return dataOf(updateBrand({ id: brand.id, brandChanges: changesOf(sent.form, changed) }));
    },
    onSuccess: (saved, sent) => {
      setEdits((now) => editsAfterSaving(now, sent.form, fields));
      brandChanged(saved);
      showToast("The brand was saved.");
    },
  });
  return {
    brand,
    current,
    form,
    changed: changedKeys(current, edits, fields),
    conflicts: conflictingKeys(current, edits, fields),
    error: save.error,
    /** Why the API rejected a field. */
    errorOf: (field: BrandField) => problemAt(save.error, pathOf(field)),
    isSaving: save.isPending,
    save: () => save.mutate({ form, edits }),
    set: <Field extends BrandField>(field: Field, value: BrandForm[Field]) =>
      setEdits((now) => withEdit(now, current, field, value)),
    /** Shows the newest value of a field again. */
    discard: (field: BrandField) => setEdits((now) => withoutEdit(now, field)),
    /** Keeps the typed value of a field that someone else has changed. */
    keep: (field: BrandField) => setEdits((now) => keptEdit(now, current, field)),
    discardAll: () => {
      save.reset();
      setEdits((now) => fields.reduce((rest, field) => withoutEdit(rest, field), now));
    },
  };
}
