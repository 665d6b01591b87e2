import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { clientFile, clientText } from "../lib/openapi/client-file.ts";
import { dashboardFile, dashboardText } from "../lib/openapi/dashboard-file.ts";
import { documentFile, documentText } from "../lib/openapi/document-file.ts";
import { guideFile, guideText } from "../lib/openapi/guide-file.ts";

writeFileSync(documentFile, documentText());
mkdirSync(dirname(clientFile), { recursive: true });
writeFileSync(clientFile, await clientText());
writeFileSync(guideFile, guideText());
writeFileSync(dashboardFile, dashboardText());
