/** Waits for work for a limited time. @throws when it takes longer; the work then goes on, and its result is dropped */
export async function withinMs<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response in ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, isLate]);
  } finally {
    clearTimeout(timer);
  }
}
