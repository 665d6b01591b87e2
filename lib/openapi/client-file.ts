import { join } from "node:path";
import { generateSource } from "oazapfts";
import { projectRoot } from "../bundle.ts";
import { documentFile } from "./document-file.ts";

/** Where the client is kept that our own tests call the service with. */
export const clientFile = join(projectRoot, "test", "support", "client", "api.ts");

const runtime = "const oazapfts = Oazapfts.runtime(defaults);";

/** Under `exactOptionalPropertyTypes` what the runtime makes is not what it takes; to fetch, undefined is the same as absent. */
const exactRuntime = `const runtime = Oazapfts.runtime(defaults);
const oazapfts = {
    ...runtime,
    json: (request: Parameters<typeof runtime.json>[0]) =>
        runtime.json(request) as NonNullable<Parameters<typeof runtime.fetchJson>[1]>,
};`;

/** The typed client of the document that is kept. */
export async function clientText(): Promise<string> {
  const text = await generateSource(documentFile, {
    argumentStyle: "object",
    enumStyle: "union",
    allSchemas: true,
  });
  if (!text.includes(runtime))
    throw new Error("The client's generator writes its runtime in another way by now.");
  return text.replace(runtime, exactRuntime);
}
