import { RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import { Key } from "aws-cdk-lib/aws-kms";
import { Topic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { serviceStackProps } from "./service-stack.ts";

/** An index has the name of its list and its order: `orgByCreated` has the keys `orgList` and `createdSort`. */
const lists = ["org", "parent"] as const;
const orders = ["created", "status", "scheduled", "published"] as const;

/** What must outlive every deployment: the table, and the key that seals customers' secrets. */
export class DataStack extends Stack {
  readonly table: Table;
  readonly indexNames: readonly string[];
  readonly secretsKey: Key;
  /** Every alarm notifies this topic. The person on call subscribes to it. */
  readonly alarms: Topic;

  constructor(scope: Construct, id: string) {
    super(scope, id, serviceStackProps("The table and the key of the Content Pipeline Service"));

    this.table = new Table(this, "Table", {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      stream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: "expiresAt",
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });

    this.indexNames = lists.flatMap((list) =>
      orders.map((order) => {
        const indexName = `${list}By${order.charAt(0).toUpperCase()}${order.slice(1)}`;
        this.table.addGlobalSecondaryIndex({
          indexName,
          partitionKey: { name: `${list}List`, type: AttributeType.STRING },
          sortKey: { name: `${order}Sort`, type: AttributeType.STRING },
          projectionType: ProjectionType.KEYS_ONLY,
        });
        return indexName;
      }),
    );

    this.secretsKey = new Key(this, "SecretsKey", {
      description: "Seals the signing secrets of webhook subscriptions and the credentials of channels",
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });

    this.alarms = new Topic(this, "Alarms", { displayName: "Content Pipeline Service alarms" });
    Validations.of(this.alarms).acknowledge({
      id: "AwsSolutions-SNS3",
      reason: "Only CloudWatch publishes to it, and an alarm's text holds no customer data.",
    });
  }
}
