import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { serviceNames } from "./service-names.ts";
import { ApiStack } from "./stacks/api.ts";
import { DataStack } from "./stacks/data.ts";
import { EdgeStack } from "./stacks/edge.ts";
import { WorkersStack } from "./stacks/workers.ts";

export interface ServiceAppOptions {
  /** The folder that `bundleFunctions` writes to. */
  bundles: string;
  /** The folder that `buildDashboard` writes to. */
  dashboard: string;
  /** The folder for the cloud assembly. @default the folder that the CDK CLI names, else cdk.out */
  outdir?: string;
  /** What the CDK CLI gets by `-c name=value`. @default none */
  context?: Readonly<Record<string, string>>;
}

/**
 * The whole service as a CDK app, the same on AWS and locally. `synth()` writes the cloud assembly; it fails for a finding
 * of cdk-nag's AwsSolutions rules that is not acknowledged.
 */
export function serviceApp({ bundles, dashboard, outdir, context }: ServiceAppOptions): App {
  const app = new App({
    analyticsReporting: false,
    // A stack cannot remove what another stack imports. This is the default; without the setting, the CDK asks for it.
    context: { "@aws-cdk/core:defaultCrossStackReferences": "strong", ...context },
    ...(outdir === undefined ? {} : { outdir }),
  });
  const data = new DataStack(app, "ContentPipelineData");
  const api = new ApiStack(app, "ContentPipelineApi", { data, bundles });
  const edge = new EdgeStack(app, "ContentPipelineEdge", { api, dashboard });
  new WorkersStack(app, serviceNames.workersStack, { data, edge, bundles });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
