/**
 * Fills the table of a state folder with a year of posts, of its own organization and of others:
 * `npm run bench:seed -- --state DIR --posts 100000`. The same seed gives the same posts.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { ServiceFile } from "../../lib/local/service-file.ts";
import { startService } from "../../lib/local/start.ts";
import { firstSentence } from "../../lib/local/start-options.ts";
import { asText, at, openHttpClient } from "../support/client/http-client.ts";
import { tableAt } from "../support/table/table.ts";
import { wholeNumber } from "./pages/options.ts";
import { seedPosts } from "./pages/seed.ts";

const usage = `Fills a state folder with posts: npm run bench:seed -- [options]

  --state DIR   the folder; no service may be running on it   (default .local)
  --posts N     how many                                      (default 100000)
  --seed N      the same seed gives the same posts            (default 1)
  --help        prints this text`;

const parseOptions = (args: readonly string[]) => {
  try {
    const { values } = parseArgs({
      args,
      options: {
        state: { type: "string", default: ".local" },
        posts: { type: "string", default: "100000" },
        seed: { type: "string", default: "1" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    return {
      help: values.help,
      stateDirectory: resolve(values.state),
      posts: wholeNumber("--posts", values.posts, 1, 10_000_000),
      seed: wholeNumber("--seed", values.seed, 0, 2 ** 31),
    };
  } catch (error) {
    throw new Error(`${firstSentence(error)} See npm run bench:seed -- --help.`, { cause: error });
  }
};

/** Creates brands through the API, one for each share of the posts. */
async function createBrands(file: ServiceFile): Promise<[string, ...string[]]> {
  const client = openHttpClient(file);
  try {
    const createBrand = async (name: string) => {
      const body = { name, timezone: "UTC" };
      const { json } = await client.call("POST", "/v1/brands", { key: file.keys.write, body });
      return asText(at(json, "id"));
    };
    return [
      await createBrand("Seeded 1"),
      await createBrand("Seeded 2"),
      await createBrand("Seeded 3"),
      await createBrand("Seeded 4"),
    ];
  } finally {
    client.close();
  }
}

try {
  const { help, stateDirectory, posts, seed } = parseOptions(process.argv.slice(2));
  if (help) {
    console.log(usage);
  } else {
    const options = { stateDirectory, port: 0, httpPort: 0, speed: 1, database: "dynoxide", reset: false };
    const stopped = new AbortController();
    const interrupted = new Promise<never>((_resolve, reject) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const)
        process.once(signal, () => {
          const reason = new Error(
            `Interrupted by ${signal}: the folder has the posts that were stored before.`,
          );
          stopped.abort(reason);
          reject(reason);
        });
    });
    // A signal may come while the service starts, before anything awaits this promise.
    interrupted.catch(() => undefined);
    const service = await startService(options, { log: console.error, signal: stopped.signal });
    try {
      const { organizationId } = service.file;
      const [template] = service.runtime.assembly.ofType("AWS::DynamoDB::Table");
      if (template === undefined) throw new Error("the template has no table");
      const table = tableAt({ endpoint: service.runtime.endpoints.dynamodb, tableName: template.ref });
      const owner = { organizationId, brandIds: await createBrands(service.file) };
      await Promise.race([seedPosts(table, { posts, seed, owner }, console.log), interrupted]);
      console.log(
        `Nine tenths belong to ${organizationId}, the rest to other organizations. To see them: npm start -- --state ${stateDirectory}`,
      );
    } finally {
      await service.stop();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
// After an interruption, writes that have started would keep the process alive.
process.exit();
