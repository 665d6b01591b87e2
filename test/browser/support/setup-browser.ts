import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { launchOptions } from "./launch-options.ts";
import { serveOtherOrigin } from "./other-origin.ts";

declare module "vitest" {
  interface ProvidedContext {
    browser: {
      /** The address of the browser that all tests share. */
      endpoint: string;
      /** A picture that posts can have. */
      pictureUrl: string;
      /** The origins of pages that are not the service's: one of the same site, and one of another. */
      otherOrigins: { sameSite: string; otherSite: string };
    };
  }
}

/** Starts the browser once, after the service, whose certificate it is told to accept. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { tls } = project.getProvidedContext().service;
  const other = await serveOtherOrigin({ cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) });
  const server = await chromium.launchServer(launchOptions(tls.certFile));
  project.provide("browser", {
    endpoint: server.wsEndpoint(),
    pictureUrl: other.pictureUrl,
    // A site has no port, and its name counts instead of its address.
    otherOrigins: {
      sameSite: `https://localhost:${other.port}`,
      otherSite: `https://127.0.0.1:${other.port}`,
    },
  });
  return async () => {
    await server.close();
    other.close();
  };
}
