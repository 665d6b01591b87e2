import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { resolveSecrets } from "./assembly/dynamic-references.ts";
import { identify, type LocalAttributes, pseudoParameters } from "./assembly/identities.ts";
import { type IntrinsicScope, resolveIntrinsics } from "./assembly/intrinsics.ts";
import { checkShape } from "./assembly/shape.ts";
import { resourceShapes } from "./assembly/shapes.ts";
import { asText, isJsonObject, type Json, type JsonObject, listAt, parseJsonObject, textAt } from "./json.ts";

export type { LocalAttributes } from "./assembly/identities.ts";

/** A resource of a synthesized template. Its intrinsic functions are resolved to local values. */
export interface Resource {
  stack: string;
  logicalId: string;
  type: string;
  properties: JsonObject;
  /** The value of `Ref`. */
  ref: string;
  /** The values of `Fn::GetAtt` by attribute name. */
  attributes: Readonly<Record<string, string>>;
  /** The folders of its assets: a Lambda function's code, or the files that a deployment puts into a bucket. */
  assetDirectories: readonly string[];
}

/** A cloud assembly (`cdk.out`) with resolved resources. */
export interface Assembly {
  directory: string;
  resources: readonly Resource[];
  ofType(type: string): readonly Resource[];
  /** The functions that run. The emulator itself does what the function of a bucket deployment does. */
  functions: readonly Resource[];
  /** Throws when the stack has no such resource. */
  find(stack: string, logicalId: string): Resource;
  /** Finds a resource by its `Arn`, or by its `Ref` where that is an ARN. */
  byArn(arn: string): Resource | undefined;
}

interface RawResource {
  stack: string;
  logicalId: string;
  type: string;
  properties: JsonObject;
}

interface Stack {
  name: string;
  resources: ReadonlyMap<string, RawResource>;
  parameters: Readonly<Record<string, string>>;
  assets: ReadonlyMap<string, string>;
  outputs: JsonObject;
}

const resourceKeys = new Set([
  "Type",
  "Properties",
  "DependsOn",
  "DeletionPolicy",
  "UpdateReplacePolicy",
  "Metadata",
]);

/**
 * Reads every stack of the assembly in `directory` and resolves its resources.
 *
 * Throws an Error of one line that names stack, logical id, type and property when a template holds something that the
 * emulator does not know.
 */
export function loadAssembly(directory: string, attributes: LocalAttributes): Assembly {
  const stacks = readStacks(directory);
  const exports = exportsOf(stacks);
  const done = new Map<string, Resource>();
  const underway = new Set<string>();

  function scopeOf(stack: Stack, where: string): IntrinsicScope {
    return {
      where,
      ref: (name) =>
        pseudoParameters(stack.name)[name] ?? stack.parameters[name] ?? identity(stack, name, where).ref,
      attribute: (logicalId, attribute) => {
        const found = identity(stack, logicalId, where).attributes[attribute];
        if (found === undefined)
          throw new Error(`${where}: the emulator does not know the attribute ${attribute} of ${logicalId}`);
        return found;
      },
      importValue: (name) => {
        const exported = exports.get(name);
        if (exported === undefined) throw new Error(`${where}: no stack exports ${name}`);
        const at = `${exported.stack.name}: export ${name}`;
        const value = resolveIntrinsics(exported.value, scopeOf(exported.stack, at));
        if (typeof value !== "string") throw new Error(`${at}: is not a string`);
        return value;
      },
    };
  }

  /** Names and ARNs need only the naming properties, so resources may refer to each other in circles. */
  function identity(stack: Stack, logicalId: string, where: string) {
    const raw = stack.resources.get(logicalId);
    if (raw === undefined)
      throw new Error(`${where}: refers to ${logicalId}, which ${stack.name} does not have`);
    const key = `${stack.name}/${logicalId}`;
    if (underway.has(key)) throw new Error(`${where}: the name of ${logicalId} refers to itself`);
    underway.add(key);
    try {
      return identify(raw, attributes, (value) =>
        resolveIntrinsics(value, scopeOf(stack, describeResource(raw))),
      );
    } finally {
      underway.delete(key);
    }
  }

  for (const stack of stacks) {
    for (const raw of stack.resources.values()) {
      const where = describeResource(raw);
      const shape = resourceShapes[raw.type];
      if (shape === undefined) throw new Error(`${where}: the emulator does not know this resource type`);
      const properties = resolveSecrets(
        resolveIntrinsics(raw.properties, scopeOf(stack, where)),
        attributes.secretValue,
        where,
      );
      if (!isJsonObject(properties)) throw new Error(`${where}: has no properties object`);
      checkShape(properties, shape, where);
      const assets = assetKeysOf(raw.type, properties).map((key) => assetOf(stack, key, where));
      done.set(`${stack.name}/${raw.logicalId}`, {
        stack: raw.stack,
        logicalId: raw.logicalId,
        type: raw.type,
        properties,
        ...identity(stack, raw.logicalId, where),
        assetDirectories: assets.map((asset) => join(directory, asset)),
      });
    }
  }

  const resources = [...done.values()];
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const uploaders = ofType("Custom::CDKBucketDeployment").map(({ properties }) => properties["ServiceToken"]);
  return {
    directory,
    resources,
    ofType,
    functions: ofType("AWS::Lambda::Function").filter(
      (fn) => !uploaders.includes(fn.attributes["Arn"] ?? ""),
    ),
    find(stack, logicalId) {
      const found = done.get(`${stack}/${logicalId}`);
      if (found === undefined) throw new Error(`The assembly in ${directory} has no ${stack}/${logicalId}`);
      return found;
    },
    byArn: (arn) => resources.find((resource) => resource.attributes["Arn"] === arn || resource.ref === arn),
  };
}

/** Names a resource in error messages. */
export function describeResource({
  stack,
  logicalId,
  type,
}: {
  stack: string;
  logicalId: string;
  type: string;
}): string {
  return `${stack}/${logicalId} (${type})`;
}

function readStacks(directory: string): Stack[] {
  const manifest = readJson(join(directory, "manifest.json"));
  const artifacts = manifest["artifacts"];
  if (!isJsonObject(artifacts))
    throw new Error(`${directory}/manifest.json has no artifacts: run the synthesis again`);
  const stacks: Stack[] = [];
  for (const [name, artifact] of Object.entries(artifacts)) {
    if (!isJsonObject(artifact)) continue;
    if (artifact["type"] === "cdk:cloud-assembly")
      throw new Error(`${name}: the emulator does not run nested stages`);
    if (artifact["type"] !== "aws:cloudformation:stack") continue;
    const file = textAt(artifact, "properties", "templateFile");
    if (file === undefined) throw new Error(`${directory}/manifest.json: ${name} names no template`);
    stacks.push(readStack(directory, name, readJson(join(directory, file))));
  }
  return stacks;
}

function readStack(directory: string, name: string, template: JsonObject): Stack {
  const parameters: Record<string, string> = {};
  for (const [parameter, value] of Object.entries(objectOr(template["Parameters"]))) {
    const fallback = textAt(value, "Default");
    if (fallback === undefined) throw new Error(`${name}: parameter ${parameter} has no default`);
    parameters[parameter] = fallback;
  }
  const resources = new Map<string, RawResource>();
  for (const [logicalId, value] of Object.entries(objectOr(template["Resources"]))) {
    const type = textAt(value, "Type");
    if (!isJsonObject(value) || type === undefined) throw new Error(`${name}/${logicalId}: has no Type`);
    // The CDK's version stamp. It is the only resource with a condition.
    if (type === "AWS::CDK::Metadata") continue;
    for (const key of Object.keys(value)) {
      if (!resourceKeys.has(key))
        throw new Error(`${name}/${logicalId} (${type}): the emulator does not know ${key}`);
    }
    resources.set(logicalId, { stack: name, logicalId, type, properties: objectOr(value["Properties"]) });
  }
  return {
    name,
    resources,
    parameters,
    assets: readAssets(directory, name),
    outputs: objectOr(template["Outputs"]),
  };
}

/** Returns the path in the assembly of each asset, by the object key of its upload. */
function readAssets(directory: string, stack: string): Map<string, string> {
  const assets = new Map<string, string>();
  const path = join(directory, `${stack}.assets.json`);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return assets;
  for (const file of Object.values(objectOr(readJson(path)["files"]))) {
    const source = textAt(file, "source", "path");
    if (source === undefined || !isJsonObject(file)) continue;
    for (const destination of Object.values(objectOr(file["destinations"]))) {
      const key = textAt(destination, "objectKey");
      if (key !== undefined) assets.set(key, source);
    }
  }
  return assets;
}

/** The object keys of the assets that a resource uses. */
function assetKeysOf(type: string, properties: JsonObject): readonly string[] {
  if (type === "AWS::Lambda::Function") return [textAt(properties, "Code", "S3Key") ?? ""];
  if (type === "Custom::CDKBucketDeployment") return listAt(properties, "SourceObjectKeys").map(asText);
  return [];
}

function assetOf(stack: Stack, key: string, where: string): string {
  const path = stack.assets.get(key);
  if (path === undefined) throw new Error(`${where}: its code is not an asset folder of the assembly`);
  return path;
}

function exportsOf(stacks: readonly Stack[]): Map<string, { stack: Stack; value: Json }> {
  const exports = new Map<string, { stack: Stack; value: Json }>();
  for (const stack of stacks) {
    for (const output of Object.values(stack.outputs)) {
      const name = textAt(output, "Export", "Name");
      if (name !== undefined && isJsonObject(output) && output["Value"] !== undefined)
        exports.set(name, { stack, value: output["Value"] });
    }
  }
  return exports;
}

function objectOr(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function readJson(path: string): JsonObject {
  return parseJsonObject(readFileSync(path, "utf8"), path);
}
