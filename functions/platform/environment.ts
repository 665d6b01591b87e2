/** Reads a variable that the stack sets; without it the function cannot work and says so at once. */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`the environment variable ${name} is not set`);
  return value;
}

/** Whether URLs may lead to loopback addresses: the local runtime alone says so. */
export function allowsLoopback(): boolean {
  return process.env.LOCAL_ALLOW_LOOPBACK === "1";
}
