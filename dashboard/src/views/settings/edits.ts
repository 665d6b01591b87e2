/**
 * What someone has changed in a form while the data behind it may change too. A field that nobody edited shows the newest
 * data; an edited one keeps what was typed, and knows the value that it was typed over.
 */
export interface Edits<Form> {
  readonly values: Readonly<Partial<Form>>;
  /** The value of each edited field when its editing began. */
  readonly bases: Readonly<Partial<Form>>;
}

/** Returns the edits with a new value of a field. A field with its newest value again is not edited. */
export function withEdit<Form, Key extends keyof Form>(
  edits: Edits<Form>,
  current: Form,
  key: Key,
  value: Form[Key],
): Edits<Form> {
  if (isSame(value, current[key])) return withoutEdit(edits, key);
  const values: Partial<Form> = { ...edits.values };
  values[key] = value;
  if (key in edits.bases) return { values, bases: edits.bases };
  const bases: Partial<Form> = { ...edits.bases };
  bases[key] = current[key];
  return { values, bases };
}

/** Returns the edits without those of a field: it shows the newest data again. */
export function withoutEdit<Form>(edits: Edits<Form>, key: keyof Form): Edits<Form> {
  const values: Partial<Form> = { ...edits.values };
  const bases: Partial<Form> = { ...edits.bases };
  delete values[key];
  delete bases[key];
  return { values, bases };
}

/** Returns the edits of someone who has seen the newest value of a field and keeps the typed one. */
export function keptEdit<Form>(edits: Edits<Form>, current: Form, key: keyof Form): Edits<Form> {
  const bases: Partial<Form> = { ...edits.bases };
  bases[key] = current[key];
  return { values: edits.values, bases };
}

/** Returns the edits that remain after some were saved: those that were typed during the saving. */
export function editsAfterSaving<Form>(
  edits: Edits<Form>,
  saved: Form,
  keys: readonly (keyof Form)[],
): Edits<Form> {
  let rest = edits;
  for (const key of keys) if (isSame(edits.values[key], saved[key])) rest = withoutEdit(rest, key);
  return rest;
}

/** The form as it is shown. */
export function shownForm<Form extends object>(current: Form, edits: Edits<Form>): Form {
  return { ...current, ...edits.values };
}

/** The fields, of those given, whose shown value differs from the newest data. */
export function changedKeys<Form>(
  current: Form,
  edits: Edits<Form>,
  keys: readonly (keyof Form)[],
): (keyof Form)[] {
  return keys.filter((key) => key in edits.values && !isSame(edits.values[key], current[key]));
}

/** The changed fields that someone else has changed too, to another value, since their editing began. */
export function conflictingKeys<Form>(
  current: Form,
  edits: Edits<Form>,
  keys: readonly (keyof Form)[],
): (keyof Form)[] {
  return changedKeys(current, edits, keys).filter((key) => !isSame(edits.bases[key], current[key]));
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
