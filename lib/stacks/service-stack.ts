import type { StackProps } from "aws-cdk-lib";

/** Properties of every stack. There is no account and no region, so a synthesis needs no credentials. */
export function serviceStackProps(description: string): StackProps {
  return { description, tags: { service: "content-pipeline" } };
}
