import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { serviceNames } from "./service-names.ts";
import { ApiStack } from "./stacks/api.ts";
import { DataStack } from "./stacks/data.ts";
import { EdgeStack } from "./stacks/edge.ts";
import { WorkersStack } from "./stacks/workers.ts";

export interface ServiceAppOptions {
  /** The folder of bundles, as `bundleFunctions` fills it. */
  readonly bundles: string;
  /** Where the cloud assembly goes. @default what the CDK CLI says, else cdk.out */
  readonly outdir?: string;
  /** Whether the AwsSolutions rules are checked; a finding that is not acknowledged ends the synthesis. @default true */
  readonly checks?: boolean;
}

/** The whole service as a CDK app, the same on AWS and locally; `synth()` writes the assembly. */
export function serviceApp({ bundles, outdir, checks = true }: ServiceAppOptions): App {
  const app = new App({
    analyticsReporting: false,
    // A stack that others read from cannot take away what they read: today's behaviour, said so that nobody is asked.
    context: { "@aws-cdk/core:defaultCrossStackReferences": "strong" },
    ...(outdir === undefined ? {} : { outdir }),
  });
  const data = new DataStack(app, "ContentPipelineData");
  const api = new ApiStack(app, "ContentPipelineApi", { data, bundles });
  const edge = new EdgeStack(app, "ContentPipelineEdge", { api });
  new WorkersStack(app, serviceNames.workersStack, { data, edge, bundles });
  if (checks) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
