import type { pipelineRoutes } from "../../../../functions/contract/routes/pipelines.ts";
import { newPipeline } from "../valid-bodies.ts";
import { invalidPages, type RouteCase } from "./route-case.ts";

export const pipelineCases: Record<keyof typeof pipelineRoutes, RouteCase> = {
  listPipelines: { idInResponse: "pip", invalidRequests: [] },
  createPipeline: {
    body: newPipeline,
    invalidRequests: [
      { body: {}, fields: ["name", "sources", "channels"] },
      {
        body: { name: "", status: "gone", sources: [], topics: [""], channels: ["x"], postsPerRun: 51 },
        fields: ["name", "status", "sources", "topics[0]", "channels[0]", "postsPerRun"],
      },
      {
        body: {
          ...newPipeline,
          sources: [
            { type: "feed", url: "http://10.0.0.1/feed" },
            { type: "feed", url: "https://[fd00::1]/" },
          ],
        },
        fields: ["sources[0].url", "sources[1].url"],
      },
      { body: { ...newPipeline, generator: { type: "gpt" } }, fields: ["generator.type"] },
      {
        body: {
          ...newPipeline,
          generator: {
            type: "bedrock",
            model: "arn:aws:bedrock:eu-central-1::foundation-model/a",
            guardrail: { id: "ARN", version: "0" },
            pricePerMillionTokens: { input: -1 },
          },
        },
        fields: [
          "generator.model",
          "generator.guardrail.id",
          "generator.guardrail.version",
          "generator.pricePerMillionTokens.input",
          "generator.pricePerMillionTokens.output",
        ],
      },
    ],
  },
  getPipeline: { idInResponse: "pip", invalidRequests: [] },
  updatePipeline: {
    body: newPipeline,
    idInResponse: "pip",
    invalidRequests: [
      {
        body: { name: "", status: "gone", sources: [], topics: [""], channels: [], postsPerRun: 0 },
        fields: ["name", "status", "sources", "topics[0]", "channels", "postsPerRun"],
      },
      {
        body: {
          schedule: "every day",
          sources: [{ type: "feed", url: "http://10.0.0.1/feed" }],
          generator: null,
        },
        fields: ["schedule", "sources[0].url", "generator"],
      },
    ],
  },
  deletePipeline: { invalidRequests: [] },
  listOrganizationPipelines: {
    idInResponse: "pip",
    invalidRequests: [
      ...invalidPages,
      {
        query: "status=done&order=newest&brandId=&limit=x",
        fields: ["status", "order", "brandId", "limit"],
      },
    ],
  },
};
