import { bundleFunctions, bundlesDirectory } from "../lib/bundle.ts";
import { serviceApp } from "../lib/service-app.ts";

await bundleFunctions();
serviceApp({ bundles: bundlesDirectory }).synth();
