/** `dead-letters` → `DeadLetters`, `createBrand` → `CreateBrand`: the form of construct ids. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z\d]+)([A-Za-z\d])/g, (_, first: string) => first.toUpperCase());
}
