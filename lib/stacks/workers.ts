import { CfnOutput, Duration, Stack, Validations } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import {
  deadLetterQueue,
  type QueueName,
  queueNames,
  queueVariable,
} from "../../functions/contract/queues.ts";
import { pascalCase } from "../constructs/construct-id.ts";
import { deliveryAlarms } from "../constructs/delivery-alarms.ts";
import { deliveryDashboard } from "../constructs/delivery-dashboard.ts";
import { deliveryMetric } from "../constructs/delivery-metrics.ts";
import { secretsGrant, tableGrants } from "../constructs/grants.ts";
import { acknowledgeModelGrants, modelGrants } from "../constructs/model-grants.ts";
import { QueueWorker } from "../constructs/queue-worker.ts";
import { Relay } from "../constructs/relay.ts";
import { Schedules } from "../constructs/schedules.ts";
import { serviceAlarm } from "../constructs/service-alarm.ts";
import { ServiceFunction } from "../constructs/service-function.ts";
import { serviceNames } from "../service-names.ts";
import type { DataStack } from "./data.ts";
import type { EdgeStack } from "./edge.ts";
import { queueWorkers } from "./queue-workers.ts";
import { serviceStackProps } from "./service-stack.ts";

const sweepPeriodMinutes = 5;
/** A sweep ends before the next one starts, so that two do not dispatch the same messages. */
const sweepTimeoutSeconds = 240;
/** Two sweeps have failed to dispatch a message of this age, because the first one found it after seven minutes at most. */
const outboxAgeMax = Duration.minutes(15);

export interface WorkersStackProps {
  data: DataStack;
  edge: EdgeStack;
  /** The folder that holds `workers/<name>`. */
  bundles: string;
}

/** One organization may use a quarter of the workers of a queue for endpoints and platforms that can be slow. */
const organizationShare = 4;

type Queues = ReadonlyMap<QueueName, Queue>;

/** All asynchronous work: the queues and their workers, the relay that fills the queues, the sweep, and the schedules. */
export class WorkersStack extends Stack {
  constructor(scope: Construct, id: string, props: WorkersStackProps) {
    super(scope, id, serviceStackProps("The queues, workers and schedules of the Content Pipeline Service"));
    const { data } = props;

    const queues = addQueues(this, props);
    deliveryAlarms(this, {
      quick: queueNamed(queues, "deliveries"),
      impact: queueWorkers.deliveries.impact,
      notify: data.alarms,
    });
    deliveryDashboard(this);
    serviceAlarm(this, "FunctionsThrottled", {
      // Without a dimension the metric is about all functions of the account: they share its quota.
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "Throttles",
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      above: 0,
      evaluationPeriods: 3,
      impact: "Requests fail with 5xx, and all work is late. No queue gives up a message within a day.",
      action:
        "See the concurrent executions of the account in this region, and raise its quota in Service Quotas.",
      notify: data.alarms,
    });
    addDispatch(this, props, queues);
    addAdmin(this, props);
  }
}

/** Creates every queue with its worker. A queue that others send to comes before them in `queueNames`. */
function addQueues(stack: Stack, { data, edge, bundles }: WorkersStackProps): Queues {
  const queues = new Map<QueueName, Queue>();
  for (const name of queueNames) {
    const row = queueWorkers[name];
    const useOfSecrets = row.sealsSecrets === true ? "seal" : row.opensSecrets === true ? "open" : null;
    const targets = (row.sendsTo ?? []).map((target) => ({ target, queue: queueNamed(queues, target) }));
    const { queue, worker } = new QueueWorker(stack, pascalCase(name), {
      ...row,
      bundles,
      urlVariable: queueVariable(name, "URL"),
      environment: {
        TABLE_NAME: data.table.tableName,
        ...Object.fromEntries(targets.map((one) => [queueVariable(one.target, "URL"), one.queue.queueUrl])),
        ...(useOfSecrets === null ? {} : { SECRETS_KEY_ID: data.secretsKey.keyArn }),
        ...(row.sharesByOrganization === true
          ? { ORGANIZATION_PERMITS: String(Math.floor(row.concurrencyMax / organizationShare)) }
          : {}),
        ...(row.linksToPublicUrl === true ? { PUBLIC_URL: edge.publicUrl } : {}),
      },
      grants: [
        ...tableGrants(data, row.tableActions),
        ...(useOfSecrets === null ? [] : [secretsGrant(data, useOfSecrets)]),
        ...(row.invokesModels === true ? modelGrants(stack) : []),
        {
          actions: targets.length > 0 ? ["sqs:SendMessage"] : [],
          resources: targets.map((one) => one.queue.queueArn),
        },
      ],
      deadLetters:
        name === deadLetterQueue
          ? { noneBecause: "It is the dead-letter queue of the other queues." }
          : {
              queue: queueNamed(queues, deadLetterQueue),
              urlVariable: queueVariable(deadLetterQueue, "URL"),
            },
      notify: data.alarms,
    });
    if (row.invokesModels === true) acknowledgeModelGrants(worker);
    queues.set(name, queue);
  }
  return queues;
}

function queueNamed(queues: Queues, name: QueueName): Queue {
  const queue = queues.get(name);
  if (queue === undefined) throw new Error(`The queue ${name} must come earlier in queueNames`);
  return queue;
}

/** Creates what dispatches outbox messages: the relay, and the sweep, which finds the messages that the relay missed. */
function addDispatch(stack: Stack, { data, bundles }: WorkersStackProps, queues: Queues): void {
  const schedules = new Schedules(stack, "Schedules");
  const sending = {
    actions: ["sqs:SendMessage"],
    resources: [...queues.values()].map((one) => one.queueArn),
  };
  const senderRole = schedules.role("SenderRole", sending);
  const grants = [sending, ...schedules.oneShotGrants(senderRole)];
  const environment = {
    TABLE_NAME: data.table.tableName,
    SCHEDULE_GROUP: schedules.groupName,
    SCHEDULER_ROLE_ARN: senderRole.roleArn,
    ...Object.fromEntries(
      [...queues].flatMap(([name, queue]) => [
        [queueVariable(name, "URL"), queue.queueUrl],
        [queueVariable(name, "ARN"), queue.queueArn],
      ]),
    ),
  };

  const sweep = new ServiceFunction(stack, "SweepWorker", {
    bundles,
    bundle: "workers/sweep",
    description: sweepDescription,
    timeoutSeconds: sweepTimeoutSeconds,
    environment,
    grants: [...tableGrants(data, ["BatchGetItem", "BatchWriteItem", "UpdateItem", "Query"]), ...grants],
  });
  const { lambda } = sweep;
  serviceAlarm(stack, "SweepFails", {
    metric: lambda.metricErrors({ statistic: "Sum", period: Duration.minutes(sweepPeriodMinutes) }),
    above: 0,
    evaluationPeriods: 2,
    impact: "Work that the relay missed does not happen, and customers' dead letters may raise no alarm.",
    action: "Read the errors in the log of sweep.",
    notify: data.alarms,
  });
  serviceAlarm(stack, "OutboxStuck", {
    metric: deliveryMetric("OldestOutboxAge", {
      statistic: "Maximum",
      period: Duration.minutes(sweepPeriodMinutes),
    }),
    above: outboxAgeMax.toSeconds(),
    evaluationPeriods: 2,
    impact:
      "Runs, publications, webhook deliveries or analytics that were requested a quarter of an hour ago have not begun or are not planned. Nothing is lost.",
    action:
      "Read 'an outbox item could not be dispatched' in the log of sweep. ServiceQuotaExceededException: ask AWS for more schedules. The next sweep after the repair dispatches everything.",
    notify: data.alarms,
  });
  schedules.every("Sweep", {
    minutes: sweepPeriodMinutes,
    functionArn: lambda.functionArn,
    role: schedules.role("SweepRole", {
      actions: ["lambda:InvokeFunction"],
      resources: [lambda.functionArn],
    }),
    description: sweepDescription,
  });

  const relay = new Relay(stack, "Relay", {
    bundles,
    data,
    // It opens the secrets that sign the deliveries of events with few subscriptions.
    environment: { ...environment, SECRETS_KEY_ID: data.secretsKey.keyArn },
    grants: [
      ...tableGrants(data, ["BatchGetItem", "BatchWriteItem", "GetItem", "Query", "UpdateItem"]),
      secretsGrant(data, "open"),
      ...grants,
    ],
  });
  for (const dispatcher of [relay, sweep]) {
    Validations.of(dispatcher).acknowledge({
      id: schedules.oneShotFinding,
      reason: "The name of a one-shot schedule comes from its message. The group belongs to this service.",
    });
  }
}

const sweepDescription = "Dispatches the outbox messages that the relay missed";

/** Creates the function behind `npm run admin`. */
function addAdmin(stack: Stack, { data, bundles }: WorkersStackProps): void {
  const { lambda } = new ServiceFunction(stack, "Admin", {
    bundles,
    bundle: "workers/admin",
    description: "The operator's commands: creates organizations, sets their limits and replays dead letters",
    timeoutSeconds: 30,
    environment: { TABLE_NAME: data.table.tableName },
    grants: tableGrants(data, ["GetItem", "PutItem", "Query", "UpdateItem"]),
  });
  const cfnFunction = lambda.node.defaultChild;
  if (cfnFunction instanceof CfnFunction) cfnFunction.overrideLogicalId(serviceNames.adminFunction);
  new CfnOutput(stack, "AdminFunctionName", {
    value: lambda.functionName,
    description: "The value of --function-name in `npm run admin -- … --function-name`",
  });
}
