import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import { chromium } from "playwright-core";
import { vi } from "vitest";
import { provided } from "../../support/setup/provided.ts";
import { launchOptions } from "./launch-options.ts";
import { signIn } from "./session.ts";

/** Scores from 0 to 100, and what kept each of them from 100. */
interface LighthouseResult {
  performance: number;
  accessibility: number;
  bestPractices: number;
  faults: string[];
}

const categories = {
  performance: "performance",
  accessibility: "accessibility",
  bestPractices: "best-practices",
};

/**
 * Runs Lighthouse on a view, signed in with a key, in a browser of its own with an empty cache.
 * @param device `mobile` is Lighthouse's default, a phone with a slow network and a processor that is four times slower
 */
export async function runLighthouse(
  path: string,
  { key, device }: { key: string; device: "desktop" | "mobile" },
): Promise<LighthouseResult> {
  const { url, tls } = provided("service");
  const profile = mkdtempSync(join(tmpdir(), "content-pipeline-lighthouse-"));
  const options = launchOptions(tls.certFile);
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...(options.args ?? []), "--remote-debugging-port=0"],
  });
  try {
    await signIn(context, key);
    const flags = {
      port: await debuggingPort(profile),
      onlyCategories: Object.values(categories),
      // It would delete the cookie of the session.
      disableStorageReset: true,
      // It only illustrates a report.
      disableFullPageScreenshot: true,
      logLevel: "error" as const,
    };
    const result = await lighthouse(url + path, flags, device === "desktop" ? desktopConfig : undefined);
    if (result === undefined) throw new Error("Lighthouse returned no result");
    const { lhr } = result;
    if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
    const scoreOf = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
    const faults = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
      auditRefs.flatMap(({ id, weight }) => {
        const audit = lhr.audits[id];
        if (audit === undefined || audit.score === null || audit.score === 1 || weight === 0) return [];
        return [`${id} ${audit.score}: ${audit.title} ${audit.displayValue ?? ""}`.trim()];
      }),
    );
    return {
      performance: scoreOf(categories.performance),
      accessibility: scoreOf(categories.accessibility),
      bestPractices: scoreOf(categories.bestPractices),
      faults,
    };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Returns the port on which the browser of a profile listens for other programs. */
function debuggingPort(profile: string): Promise<number> {
  return vi.waitFor(
    async () => Number((await readFile(join(profile, "DevToolsActivePort"), "utf8")).split("\n")[0]),
    {
      timeout: 5_000,
      interval: 20,
    },
  );
}
