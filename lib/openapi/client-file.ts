import { join } from "node:path";
import { generateSource } from "oazapfts";
import { projectRoot } from "../bundle.ts";
import { documentFile } from "./document-file.ts";

/** The stored client. The dashboard and the tests call the service with it. */
export const clientFile = join(projectRoot, "client", "api.ts");

const runtime = "const oazapfts = Oazapfts.runtime(defaults);";

/** Under `exactOptionalPropertyTypes` the runtime's output type does not fit its input type. For fetch, undefined equals absent. */
const exactRuntime = `const runtime = Oazapfts.runtime(defaults);
const oazapfts = {
    ...runtime,
    json: (request: Parameters<typeof runtime.json>[0]) =>
        runtime.json(request) as NonNullable<Parameters<typeof runtime.fetchJson>[1]>,
};`;

/** The source of the typed client for the stored document. @throws when the generator's output has changed */
export async function clientText(): Promise<string> {
  const text = await generateSource(documentFile, {
    argumentStyle: "object",
    enumStyle: "union",
    allSchemas: true,
  });
  if (!text.includes(runtime))
    throw new Error(
      "The client generator now writes its runtime line differently: adapt lib/openapi/client-file.ts.",
    );
  return text.replace(runtime, exactRuntime);
}
