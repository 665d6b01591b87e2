import type { Pipeline } from "../../domain/pipeline.ts";
import type { Generate } from "./generator.ts";
import { generateFromTemplate } from "./template.ts";

export const generators: Record<Pipeline["generator"]["type"], Generate> = {
  template: generateFromTemplate,
};
