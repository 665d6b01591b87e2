import { readFileSync } from "node:fs";
import type { ServiceFile } from "../local/service-file.ts";
import { serveReceiver } from "../receiver/serve.ts";
import type { Receiver } from "./main-job.ts";

/**
 * Serves the subscriber's endpoint of the demonstration over HTTPS on a free port of loopback until the process ends.
 * It responds with 500 to the first `failures` attempts of each delivery.
 */
export async function startReceiver(
  { certFile, keyFile }: ServiceFile["tls"],
  { secret, failures }: { secret: string; failures: number },
): Promise<Receiver> {
  const received: Receiver["received"] = [];
  const port = await serveReceiver(
    { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") },
    { port: 0, secret, failures, slowMs: 0 },
    {
      received({ eventId, type, attempt, signature, status, body }) {
        received.push({
          id: eventId ?? "",
          type: type ?? "",
          attempt: Number(attempt),
          status,
          verified: signature.outcome === "valid",
          body: body?.toString("utf8") ?? "",
        });
      },
      problem: (line) => console.error(line),
    },
  );
  return { url: `https://localhost:${port}/hook`, received };
}
