import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes a folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "local-runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Writes a cloud assembly in the CDK's format, from templates by stack name and the code of functions by asset name. `lambda`
 * refers to code by its asset name.
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

/** Returns the resource of a Lambda function. */
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

/** Calls `look` until it returns something. Rejects after `forMs`. */
export async function eventually<T>(
  look: () => T | undefined | Promise<T | undefined>,
  forMs = 8000,
): Promise<T> {
  const deadlineMs = performance.now() + forMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadlineMs) throw new Error(`Nothing came within ${forMs} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}
