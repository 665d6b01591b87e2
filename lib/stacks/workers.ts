import { CfnOutput, Duration, Stack, Validations } from "aws-cdk-lib";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { deadLetterQueue, queueNames, queueVariable } from "../../functions/contract/queues.ts";
import { type Grant, secretsGrant, tableGrants } from "../constructs/grants.ts";
import { QueueWorker } from "../constructs/queue-worker.ts";
import { Relay } from "../constructs/relay.ts";
import { Schedules } from "../constructs/schedules.ts";
import { ServiceFunction } from "../constructs/service-function.ts";
import { serviceNames } from "../service-names.ts";
import type { DataStack } from "./data.ts";
import type { EdgeStack } from "./edge.ts";
import { type QueueWorkerRow, queueWorkers, type WorkedQueue } from "./queue-workers.ts";
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

    const addQueue = (name: WorkedQueue, row: QueueWorkerRow, deadLetters?: Queue): Queue =>
      new QueueWorker(this, constructId(name), {
        ...row,
        bundles,
        environment: {
          ...tableEnvironment,
          ...(row.opensSecrets === true ? { SECRETS_KEY_ID: data.secretsKey.keyArn } : {}),
          // A look-up holds a thread until it ends, and Node has four: hanging names must not keep others waiting.
          ...(row.resolvesForeignNames === true ? { UV_THREADPOOL_SIZE: "64" } : {}),
          ...(row.linksToPublicUrl === true ? { PUBLIC_URL: edge.publicUrl } : {}),
        },
        grants: [
          ...tableGrants(data, row.tableActions),
          ...(row.opensSecrets === true ? [secretsGrant(data, "open")] : []),
        ],
        ...(deadLetters === undefined
          ? {
              retention: Duration.days(14),
              noDeadLetterQueueReason: "It is the dead-letter queue of the others.",
            }
          : { deadLetterQueue: deadLetters }),
        notify: data.alarms,
      }).queue;

    const deadLetters = addQueue(deadLetterQueue, queueWorkers[deadLetterQueue]);
    const queues = queueNames.map((name) => ({
      name,
      queue: name === deadLetterQueue ? deadLetters : addQueue(name, queueWorkers[name], deadLetters),
    }));

    const queueArns = queues.map(({ queue }) => queue.queueArn);
    const schedules = new Schedules(this, "Schedules");
    const senderRole = schedules.role("SenderRole", { actions: ["sqs:SendMessage"], resources: queueArns });
    const relayEnvironment: Record<string, string> = {
      ...tableEnvironment,
      SCHEDULE_GROUP: schedules.groupName,
      SCHEDULER_ROLE_ARN: senderRole.roleArn,
    };
    for (const { name, queue } of queues) {
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
      grants: [...tableGrants(data, ["BatchWriteItem", "Query"]), ...relayGrants],
      retention: Duration.days(1),
      noDeadLetterQueueReason: "A message only calls the sweep early: what it looks for stands in the table.",
      impact: "Runs, publications or webhook deliveries that the relay missed are late.",
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
      description: "The operator's commands: makes organizations and their first keys",
      timeoutSeconds: 30,
      environment: tableEnvironment,
      grants: tableGrants(data, ["PutItem"]),
    });
    const cfnFunction = admin.lambda.node.defaultChild;
    if (cfnFunction instanceof CfnFunction) cfnFunction.overrideLogicalId(serviceNames.adminFunction);
    new CfnOutput(this, "AdminFunctionName", {
      value: admin.lambda.functionName,
      description: "What `npm run admin -- … --function-name` takes",
    });
  }
}

function constructId(queue: string): string {
  return queue.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
