/** Names by which code outside the CDK app finds parts of it. */
export const serviceNames = {
  workersStack: "ContentPipelineWorkers",
  /** The logical id of the operator's function. */
  adminFunction: "AdminFunction",
} as const;
