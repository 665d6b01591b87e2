/** Returns copies of a value: in each, one part at some depth is replaced by one of the other values. */
export function replacements(
  value: unknown,
  others: readonly unknown[],
): { path: string; changed: unknown }[] {
  const within = (part: unknown, path: string, rebuild: (changed: unknown) => unknown) => [
    ...others.map((other) => ({ path, changed: rebuild(other) })),
    ...inner(part, path, rebuild),
  ];
  const inner = (
    whole: unknown,
    path: string,
    rebuild: (changed: unknown) => unknown,
  ): { path: string; changed: unknown }[] => {
    if (Array.isArray(whole)) {
      return whole.flatMap((part, index) =>
        within(part, `${path}[${index}]`, (changed) => rebuild(whole.toSpliced(index, 1, changed))),
      );
    }
    if (typeof whole !== "object" || whole === null) return [];
    return Object.entries(whole).flatMap(([name, part]) =>
      within(part, path === "" ? name : `${path}.${name}`, (changed) =>
        rebuild({ ...whole, [name]: changed }),
      ),
    );
  };
  return inner(value, "", (changed) => changed);
}
