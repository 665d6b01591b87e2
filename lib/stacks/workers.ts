import { CfnOutput, Duration, Stack, Validations } from "aws-cdk-lib";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import {
  deadLetterQueue,
  queueNames,
  queueVariable,
  type WorkedQueue,
} from "../../functions/contract/queues.ts";
import { pascalCase } from "../constructs/construct-id.ts";
import { deliveryAlarms } from "../constructs/delivery-alarms.ts";
import { deliveryDashboard } from "../constructs/delivery-dashboard.ts";
import { type Grant, secretsGrant, tableGrants } from "../constructs/grants.ts";
import { QueueWorker } from "../constructs/queue-worker.ts";
import { Relay } from "../constructs/relay.ts";
import { Schedules } from "../constructs/schedules.ts";
import { serviceAlarm } from "../constructs/service-alarm.ts";
import { ServiceFunction } from "../constructs/service-function.ts";
import { serviceNames } from "../service-names.ts";
import type { DataStack } from "./data.ts";
import type { EdgeStack } from "./edge.ts";
import { type QueueWorkerRow, queueWorkers } from "./queue-workers.ts";
import { serviceStackProps } from "./service-stack.ts";

const SWEEP_PERIOD_MINUTES = 5;

export interface WorkersStackProps {
  readonly data: DataStack;
  readonly edge: EdgeStack;
  readonly bundles: string;
}

/** Everything that happens later: queues and their workers, the relay that fills them, and the schedules behind it. */
export class WorkersStack extends Stack {
  constructor(scope: Construct, id: string, { data, edge, bundles }: WorkersStackProps) {
    super(scope, id, serviceStackProps("The queues, workers and schedules of the Content Pipeline Service"));
    const tableEnvironment = { TABLE_NAME: data.table.tableName };

    const queues = new Map<WorkedQueue, Queue>();
    const sendersOf = (names: readonly WorkedQueue[]) =>
      names.flatMap((name) => {
        const queue = queues.get(name);
        return queue === undefined ? [] : [{ name, queue }];
      });

    const addQueue = (name: WorkedQueue, row: QueueWorkerRow, deadLetters?: Queue): Queue => {
      const sendsTo = sendersOf(row.sendsTo ?? []);
      const { queue } = new QueueWorker(this, pascalCase(name), {
        ...row,
        bundles,
        urlVariable: queueVariable(name, "URL"),
        environment: {
          ...tableEnvironment,
          ...Object.fromEntries(sendsTo.map((one) => [queueVariable(one.name, "URL"), one.queue.queueUrl])),
          ...(row.opensSecrets === true ? { SECRETS_KEY_ID: data.secretsKey.keyArn } : {}),
          ...(row.linksToPublicUrl === true ? { PUBLIC_URL: edge.publicUrl } : {}),
        },
        grants: [
          ...tableGrants(data, row.tableActions),
          ...(row.opensSecrets === true ? [secretsGrant(data, "open")] : []),
          {
            actions: sendsTo.length > 0 ? ["sqs:SendMessage"] : [],
            resources: sendsTo.map((one) => one.queue.queueArn),
          },
        ],
        ...(deadLetters === undefined
          ? {
              retention: Duration.days(14),
              noDeadLetterQueueReason: "It is the dead-letter queue of the others.",
            }
          : { deadLetterQueue: deadLetters }),
        notify: data.alarms,
      });
      queues.set(name, queue);
      return queue;
    };

    for (const name of queueNames) addQueue(name, queueWorkers[name], queues.get(deadLetterQueue));

    const quick = queues.get("deliveries");
    if (quick !== undefined)
      deliveryAlarms(this, { quick, impact: queueWorkers.deliveries.impact, notify: data.alarms });
    deliveryDashboard(this);

    const queueArns = [...queues.values()].map(({ queueArn }) => queueArn);
    const schedules = new Schedules(this, "Schedules");
    const senderRole = schedules.role("SenderRole", { actions: ["sqs:SendMessage"], resources: queueArns });
    const relayEnvironment: Record<string, string> = {
      ...tableEnvironment,
      SCHEDULE_GROUP: schedules.groupName,
      SCHEDULER_ROLE_ARN: senderRole.roleArn,
    };
    for (const [name, queue] of queues) {
      relayEnvironment[queueVariable(name, "URL")] = queue.queueUrl;
      relayEnvironment[queueVariable(name, "ARN")] = queue.queueArn;
    }
    const relayGrants: Grant[] = [
      { actions: ["sqs:SendMessage"], resources: queueArns },
      ...schedules.creationGrants(senderRole),
    ];

    const sweep = new QueueWorker(this, "RelayFailures", {
      bundles,
      worker: "sweep",
      description: "Relays the intents that the relay missed",
      batchSize: 1,
      timeoutSeconds: 60,
      environment: relayEnvironment,
      grants: [...tableGrants(data, ["BatchGetItem", "BatchWriteItem", "Query"]), ...relayGrants],
      retention: Duration.days(1),
      noDeadLetterQueueReason: "A message only calls the sweep early: what it looks for stands in the table.",
      impact: "Runs, publications or webhook deliveries that the relay missed are late.",
      notify: data.alarms,
    });
    serviceAlarm(this, "SweepFails", {
      metric: sweep.worker.lambda.metricErrors({
        statistic: "Sum",
        period: Duration.minutes(SWEEP_PERIOD_MINUTES),
      }),
      above: 0,
      evaluationPeriods: 2,
      impact: "What the relay misses stays undone, and the alarms on dead letters may see nothing.",
      action: "Read the errors in the log group of sweep.",
      notify: data.alarms,
    });
    const sweepArn = sweep.worker.lambda.functionArn;
    schedules.every("Sweep", {
      minutes: SWEEP_PERIOD_MINUTES,
      functionArn: sweepArn,
      role: schedules.role("SweepRole", { actions: ["lambda:InvokeFunction"], resources: [sweepArn] }),
      description: "Relays the intents that the relay missed",
    });
    const relay = new Relay(this, "Relay", {
      bundles,
      data,
      failures: sweep.queue,
      environment: relayEnvironment,
      grants: [...tableGrants(data, ["BatchWriteItem"]), ...relayGrants],
    });
    for (const maker of [relay, sweep]) {
      Validations.of(maker).acknowledge({
        id: schedules.creationFinding,
        reason: "A one-shot schedule's name is made of its intent; the group is the service's own.",
      });
    }

    const admin = new ServiceFunction(this, "Admin", {
      bundles,
      bundle: "workers/admin",
      description: "The operator's commands: makes organizations, and replays dead letters",
      timeoutSeconds: 30,
      environment: tableEnvironment,
      grants: tableGrants(data, ["GetItem", "PutItem", "Query"]),
    });
    const cfnFunction = admin.lambda.node.defaultChild;
    if (cfnFunction instanceof CfnFunction) cfnFunction.overrideLogicalId(serviceNames.adminFunction);
    new CfnOutput(this, "AdminFunctionName", {
      value: admin.lambda.functionName,
      description: "What `npm run admin -- … --function-name` takes",
    });
  }
}
