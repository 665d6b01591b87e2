import type { StackProps } from "aws-cdk-lib";

/** What all stacks have in common. They name no account and no region, so that a synthesis looks nothing up. */
export function serviceStackProps(description: string): StackProps {
  return { description, tags: { service: "content-pipeline" } };
}
