import { inject, type ProvidedContext } from "vitest";

/**
 * Returns what the global setup of a test's project provides.
 * @throws an Error that says what to do when the test runs in a project without that setup
 */
export function provided<Name extends keyof ProvidedContext>(name: Name): ProvidedContext[Name] {
  const value: ProvidedContext[Name] | undefined = inject(name);
  if (value === undefined)
    throw new Error(
      `this test needs "${name}": add its file to the project in vitest.config.ts that starts it`,
    );
  return value;
}
