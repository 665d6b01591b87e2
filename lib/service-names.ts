/** Names by which others than the CDK app find parts of it. */
export const serviceNames = {
  workersStack: "ContentPipelineWorkers",
  /** Logical id of the operator's function. */
  adminFunction: "AdminFunction",
} as const;
