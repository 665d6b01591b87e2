import type { BrowserContext, Page } from "playwright-core";

/** Returns a list that grows with the problems of all pages of a browser context. */
export async function collectProblems(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];
  // The console says nothing about violations of a policy that only reports.
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      console.error(`violated ${effectiveDirective}: ${blockedURI} ${sample}`),
    ),
  );
  const watch = (page: Page) => {
    page.on("console", (message) => {
      if (message.type() === "error")
        problems.push(`console: ${message.text()} ${message.location().url ?? ""}`.trim());
    });
    page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
    page.on("crash", () => problems.push("the page crashed"));
    page.on("dialog", (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => undefined);
    });
  };
  context.on("page", watch);
  return problems;
}
