import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder that only this test uses, and that goes with it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "local-runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Writes a cloud assembly in the CDK's format: templates by stack name, and the code of functions by asset name, which
 * `lambda` takes by that name.
 */
export function writeAssembly(
  directory: string,
  templates: Readonly<Record<string, object>>,
  functions: Readonly<Record<string, string>> = {},
): string {
  const files: Record<string, object> = {};
  for (const [name, source] of Object.entries(functions)) {
    mkdirSync(join(directory, `asset.${name}`), { recursive: true });
    writeFileSync(join(directory, `asset.${name}`, "index.mjs"), source);
    files[name] = {
      source: { path: `asset.${name}`, packaging: "zip" },
      destinations: { here: { bucketName: "assets", objectKey: `${name}.zip` } },
    };
  }
  const artifacts: Record<string, object> = {};
  for (const [name, template] of Object.entries(templates)) {
    writeFileSync(join(directory, `${name}.template.json`), JSON.stringify(template));
    writeFileSync(join(directory, `${name}.assets.json`), JSON.stringify({ version: "55.0.0", files }));
    artifacts[name] = {
      type: "aws:cloudformation:stack",
      properties: { templateFile: `${name}.template.json` },
    };
  }
  writeFileSync(join(directory, "manifest.json"), JSON.stringify({ version: "55.0.0", artifacts }));
  return directory;
}

function code(name: string): object {
  return { S3Bucket: { "Fn::Sub": "assets-${AWS::AccountId}" }, S3Key: `${name}.zip` };
}

/** A Lambda function of the template. */
export function lambda(asset: string, properties: object = {}): object {
  return {
    Type: "AWS::Lambda::Function",
    Properties: {
      Code: code(asset),
      Handler: "index.handler",
      Runtime: "nodejs24.x",
      Timeout: 10,
      ...properties,
    },
  };
}

/** Asks until `look` gives something, for at most `forMs`. */
export async function eventually<T>(
  look: () => T | undefined | Promise<T | undefined>,
  forMs = 8000,
): Promise<T> {
  const giveUpAt = performance.now() + forMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > giveUpAt) throw new Error(`Nothing came within ${forMs} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}
