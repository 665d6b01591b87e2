/** The members without their undefined values. Each may be missing. */
type Given<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** Leaves out the members that are undefined. In a request or an address they mean "not given". */
export function given<Members extends object>(members: Members): Given<Members> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The entries that are left are those of the type.
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Given<Members>;
}
