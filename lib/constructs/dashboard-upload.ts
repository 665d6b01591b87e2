import { join } from "node:path";
import { DefaultStackSynthesizer, Stack, Validations } from "aws-cdk-lib";
import type { Role } from "aws-cdk-lib/aws-iam";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Construct } from "constructs";
import { functionRole } from "./function-role.ts";

export interface DashboardUploadProps {
  /** The folder that `buildDashboard` writes to. */
  directory: string;
  bucket: IBucket;
}

/**
 * Uploads the built dashboard when the stack is deployed: first the assets, then the page that names them. The function that does
 * it is the CDK's, under a role of its own.
 */
export class DashboardUpload extends Construct {
  constructor(scope: Construct, id: string, { directory, bucket }: DashboardUploadProps) {
    super(scope, id);
    const assets = new Asset(this, "AssetFiles", { path: join(directory, "assets") });
    const page = new Asset(this, "PageFile", { path: directory, exclude: ["assets"] });
    const { role, logGroup } = functionRole(this, [
      // A key of its own for each build would be allowed too late: a change of a role takes seconds to apply.
      { actions: ["s3:GetObject"], resources: [assets.bucket.arnForObjects("*")] },
      { actions: ["s3:ListBucket"], resources: [bucket.bucketArn] },
      {
        actions: ["s3:PutObject"],
        resources: [bucket.arnForObjects("assets/*"), bucket.arnForObjects("index.html")],
      },
    ]);
    acknowledgeFindings(role, bucket);

    const common = {
      destinationBucket: bucket,
      logGroup,
      // The CDK would add its own grants, which are wider.
      role: role.withoutPolicyUpdates(),
      // A tab that was opened before a deployment still loads assets of its own version. So nothing is deleted.
      prune: false,
    };
    const uploadOfAssets = new BucketDeployment(this, "Assets", {
      ...common,
      sources: [Source.bucket(assets.bucket, assets.s3ObjectKey)],
      destinationKeyPrefix: "assets",
      cacheControl: [CacheControl.fromString("public, max-age=31536000, immutable")],
    });
    const uploadOfPage = new BucketDeployment(this, "Page", {
      ...common,
      sources: [Source.bucket(page.bucket, page.s3ObjectKey)],
      cacheControl: [CacheControl.fromString("no-cache")],
      contentType: "text/html; charset=utf-8",
    });
    uploadOfPage.node.addDependency(uploadOfAssets);
  }
}

function acknowledgeFindings(role: Role, bucket: IBucket): void {
  const stack = Stack.of(role);
  const qualifier = stack.synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER;
  const [bucketId]: string[] = stack.resolve(bucket.bucketArn)["Fn::GetAtt"];
  Validations.of(role).acknowledge(
    {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-${qualifier}-assets-<AWS::AccountId>-<AWS::Region>/*]`,
      reason: "It reads uploads of the CDK only, whose keys are hashes of their content.",
    },
    {
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/assets/*]`,
      reason:
        "The names of assets contain a hash of their content. It writes nothing but assets and the page.",
    },
  );
  Validations.of(stack).acknowledge({
    id: "AwsSolutions-L1",
    reason: "The only function of the stack is the CDK's own. A newer CDK brings a newer runtime.",
  });
}
