/** The parameters of an address before a view has checked them. */
type RawSearch = Readonly<Record<string, unknown>>;

/** A text parameter of an address; undefined when it is missing or empty. */
function textParameter(search: RawSearch, name: string): string | undefined {
  const value = search[name];
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Checks the text parameters of an address. Leaves out those that are missing. */
export function textParameters<Name extends string>(...names: Name[]) {
  return (search: RawSearch): Partial<Record<Name, string>> => {
    const found: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const value = textParameter(search, name);
      if (value !== undefined) found[name] = value;
    }
    return found;
  };
}
