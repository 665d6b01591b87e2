import { Aws, Stack } from "aws-cdk-lib";
import { PolicyDocument, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnSchedule, CfnScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import { Construct } from "constructs";
import { allow, type Grant } from "./grants.ts";

/** The group of the service's schedules, and roles that only schedules of this group can assume. */
export class Schedules extends Construct {
  readonly groupName: string;
  /** The id of cdk-nag's finding about the wildcard in `oneShotGrants`. */
  readonly oneShotFinding: string;
  private readonly group: CfnScheduleGroup;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.group = new CfnScheduleGroup(this, "Group");
    this.groupName = this.group.ref;
    const group = Stack.of(this).getLogicalId(this.group);
    this.oneShotFinding = `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/<${group}>/*]`;
  }

  /** A role for the targets of this group's schedules. */
  role(id: string, targets: Grant): Role {
    return new Role(this, id, {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
        // Without these conditions, a schedule of another account could act under this role.
        conditions: {
          StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID, "aws:SourceArn": this.group.attrArn },
        },
      }),
      inlinePolicies: {
        Targets: new PolicyDocument({
          statements: [allow(targets)],
        }),
      },
    });
  }

  /** What a function needs to create and delete one-shot schedules whose targets are called under `role`. */
  oneShotGrants(role: Role): Grant[] {
    return [
      {
        actions: ["scheduler:CreateSchedule", "scheduler:DeleteSchedule"],
        resources: [
          `arn:${Aws.PARTITION}:scheduler:${Aws.REGION}:${Aws.ACCOUNT_ID}:schedule/${this.groupName}/*`,
        ],
      },
      {
        actions: ["iam:PassRole"],
        resources: [role.roleArn],
        conditions: { StringEquals: { "iam:PassedToService": "scheduler.amazonaws.com" } },
      },
    ];
  }

  /** Invokes a function every `minutes` minutes, as long as the stack exists. */
  every(
    id: string,
    schedule: { minutes: number; functionArn: string; role: Role; description: string },
  ): void {
    new CfnSchedule(this, id, {
      description: schedule.description,
      groupName: this.groupName,
      scheduleExpression: `rate(${schedule.minutes} minutes)`,
      flexibleTimeWindow: { mode: "OFF" },
      target: { arn: schedule.functionArn, roleArn: schedule.role.roleArn },
    });
  }
}
