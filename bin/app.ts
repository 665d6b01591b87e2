import { bundleFunctions, bundlesDirectory } from "../lib/bundle.ts";
import { buildDashboard, dashboardDirectory } from "../lib/dashboard.ts";
import { serviceApp } from "../lib/service-app.ts";

await bundleFunctions();
await buildDashboard();
serviceApp({ bundles: bundlesDirectory, dashboard: dashboardDirectory }).synth();
