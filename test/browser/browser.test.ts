import { expect, it, onTestFinished } from "vitest";
import { selfSigned } from "../support/http/self-signed.ts";
import { provided } from "../support/setup/provided.ts";
import { newPage, sharedBrowser } from "./support/open-page.ts";
import { newDashboardOrganization } from "./support/organization.ts";
import { serveOtherOrigin } from "./support/other-origin.ts";
import { collectProblems } from "./support/problems.ts";
import { endSession } from "./support/session.ts";

it("web security is on: a page cannot read what another origin has sent", async () => {
  const { url } = provided("service");
  const page = await newPage({ expected: /blocked by CORS policy|ERR_FAILED/ });
  await page.goto(provided("browser").pictureUrl);
  const statusOf = (mode: RequestMode) =>
    page.evaluate(
      ([target, requestMode]) =>
        fetch(target, { mode: requestMode }).then(
          ({ type }) => type,
          (error: Error) => error.name,
        ),
      [`${url}/v1/openapi.json`, mode] as const,
    );
  expect(await statusOf("cors")).toBe("TypeError");
  // The request itself arrives, so it was not the connection that failed.
  expect(await statusOf("no-cors")).toBe("opaque");
});

it("the browser accepts the service's certificate and no other one", async () => {
  const page = await newPage();
  const response = await page.goto("/v1/openapi.json");
  expect(response?.status()).toBe(200);
  const other = await serveOtherOrigin(await selfSigned(["localhost"]));
  onTestFinished(other.close);
  await expect(page.goto(other.pictureUrl)).rejects.toThrow("ERR_CERT");
});

it("a signed-in page has a session that its scripts cannot read, until the session ends on the service", async () => {
  const { keys, organizationId } = await newDashboardOrganization();
  const page = await newPage({ key: keys.write, expected: /status of 401/ });
  await page.goto("/v1/openapi.json");
  const session = () =>
    page.evaluate(async () => {
      const response = await fetch("/v1/session");
      return { status: response.status, body: await response.json(), cookie: document.cookie };
    });
  expect(await session()).toMatchObject({
    status: 200,
    body: { organizationId, role: "write" },
    cookie: "",
  });
  await endSession(page.context());
  expect(await session()).toMatchObject({ status: 401 });
});

it("errors in the console, exceptions, dialogs and violations of the security policy are problems", async () => {
  const browser = await sharedBrowser();
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const problems = await collectProblems(context);
  const page = await context.newPage();
  await page.setContent(`
    <script>
      console.log("no problem");
      console.error("an error");
      setTimeout(() => { alert("a dialog"); throw new Error("an exception"); });
    </script>`);
  await expect
    .poll(() => problems)
    .toEqual(["console: an error", "dialog: a dialog", "exception: an exception"]);
  problems.length = 0;
  await page.route("https://page.test/", (route) =>
    route.fulfill({
      headers: { "Content-Type": "text/html", "Content-Security-Policy-Report-Only": "script-src 'self'" },
      body: `<button onclick="console.log('it ran')">Press</button>`,
    }),
  );
  await page.goto("https://page.test/");
  await page.getByRole("button").click();
  await expect.poll(() => problems.join("\n")).toContain("violated script-src-attr");
});
