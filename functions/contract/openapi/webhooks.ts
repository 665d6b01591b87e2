import { type EventType, eventTypes } from "../../domain/event.ts";
import { eventName, eventTexts } from "./components/events.ts";
import { exampleEvents } from "./examples/events.ts";
import { exampleIds } from "./examples/ids.ts";
import { examplePreviousSecret, exampleSecret } from "./examples/webhooks.ts";
import { refTo } from "./json-schema.ts";
import type { OpenApi, Operation, Parameter } from "./openapi.ts";
import type { JsonSchema } from "./texts.ts";

/** The name of each header of a delivery in the components. */
export const deliveryHeaders: Record<string, Parameter> = {
  ServiceDelivery: header(
    "X-Service-Delivery",
    "This event on its way to this subscription: the `id` in the list of deliveries.",
    { type: "string", pattern: "^dlv_[0-7][0-9A-HJKMNP-TV-Z]{25}$" },
    exampleIds.dlv,
    true,
  ),
  ServiceAttempt: header(
    "X-Service-Attempt",
    "1 to 6; a replay begins at 1 again.",
    { type: "integer", minimum: 1, maximum: 6 },
    1,
    true,
  ),
  ServiceUserAgent: header(
    "User-Agent",
    "The service and the version of its deliveries.",
    { type: "string" },
    "ContentPipelineService-Webhooks/1.0",
    true,
  ),
};

const signature: JsonSchema = { type: "string", pattern: "^v1=[0-9a-f]{64}$" };

/** Every event as it comes to a subscriber. */
export const webhooks: OpenApi["webhooks"] = Object.fromEntries(
  eventTypes.map((type) => [type, { post: delivery(type) }]),
);

function delivery(type: EventType): Operation {
  const { body, header: value, previousHeader } = exampleEvents[type];
  const name = eventName(type);
  return {
    operationId: `on${name}`,
    tags: ["Events"],
    summary: type,
    description: `${eventTexts[type]} At least once, in no promised order: drop an \`id\` that you have already.`,
    security: [],
    parameters: [
      header(
        "X-Service-Signature",
        `\`v1=\` and the lower-case hex HMAC-SHA256 of the body's exact bytes; the key is the subscription's secret in UTF-8. Absent without one. The examples' secret is \`${exampleSecret}\`, and their bodies are compact JSON with the keys in the order shown.`,
        signature,
        value,
      ),
      header(
        "X-Service-Signature-Previous",
        `The same under the secret before the last rotation, for as long as its grace lasts. That of the examples is \`${examplePreviousSecret}\`.`,
        signature,
        previousHeader,
      ),
      header("X-Service-Event", "The event's type.", { type: "string", const: type }, type, true),
      ...Object.keys(deliveryHeaders).map((one) => refTo("parameters", one)),
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: refTo("schemas", name),
          examples: { delivery: { summary: eventTexts[type], value: body } },
        },
      },
    },
    responses: {
      "2XX": { description: "You have it. Answer within 10 seconds and do the work afterwards." },
      default: {
        description:
          "Anything else is a failure, a redirect too. The service tries again 10 s, 30 s, 90 s, 5 min and 30 min after the failure before; after the fifth the event is a dead letter.",
      },
    },
  };
}

function header(
  name: string,
  description: string,
  schema: JsonSchema,
  example: unknown,
  required = false,
): Parameter {
  return { name, in: "header", description, ...(required && { required }), schema, example };
}
