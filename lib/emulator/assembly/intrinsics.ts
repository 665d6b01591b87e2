import { isJsonObject, type Json } from "../json.ts";

/** Looks up names for the stack that contains a value. */
export interface IntrinsicScope {
  /** Stack, logical id and type, for error messages. */
  where: string;
  ref: (name: string) => string;
  attribute: (logicalId: string, attribute: string) => string;
  importValue: (exportName: string) => string;
}

const noValue = Symbol("AWS::NoValue");

/** Resolves CloudFormation's intrinsic functions in `value`. Throws for a function that the emulator does not know. */
export function resolveIntrinsics(value: Json, scope: IntrinsicScope): Json {
  const resolved = resolve(value, scope);
  if (resolved === noValue) throw new Error(`${scope.where}: AWS::NoValue is used where a value is needed`);
  return resolved;
}

function resolve(value: Json, scope: IntrinsicScope): Json | typeof noValue {
  if (Array.isArray(value))
    return value.map((item) => resolve(item, scope)).filter((item) => item !== noValue);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && (only[0] === "Ref" || only[0].startsWith("Fn::"))) {
    return call(only[0], only[1], scope);
  }
  const result: Record<string, Json> = {};
  for (const [name, item] of entries) {
    const resolved = resolve(item, scope);
    if (resolved !== noValue) result[name] = resolved;
  }
  return result;
}

function call(name: string, argument: Json, scope: IntrinsicScope): Json | typeof noValue {
  switch (name) {
    case "Ref":
      return argument === "AWS::NoValue" ? noValue : scope.ref(text(argument, name, scope));
    case "Fn::GetAtt": {
      const [logicalId, ...path] =
        typeof argument === "string" ? argument.split(".") : texts(argument, name, scope);
      return scope.attribute(logicalId ?? "", path.join("."));
    }
    case "Fn::Join": {
      const [separator, items] = list(argument, name, scope);
      return texts(items, name, scope).join(text(separator, name, scope));
    }
    case "Fn::Split": {
      const [separator, source] = list(argument, name, scope);
      return text(source, name, scope).split(text(separator, name, scope));
    }
    case "Fn::Select": {
      const [index, items] = list(argument, name, scope);
      const chosen = list(items, name, scope)[Number(index)];
      if (chosen === undefined)
        throw new Error(`${scope.where}: Fn::Select has no element ${JSON.stringify(index)}`);
      return resolve(chosen, scope);
    }
    case "Fn::Sub":
      return substitute(argument, scope);
    case "Fn::ImportValue":
      return scope.importValue(text(argument, name, scope));
    default:
      throw new Error(`${scope.where}: the emulator does not know the function ${name}`);
  }
}

function substitute(argument: Json, scope: IntrinsicScope): string {
  const [template, names] = Array.isArray(argument) ? argument : [argument, {}];
  const own = isJsonObject(names) ? names : {};
  return text(template, "Fn::Sub", scope).replaceAll(
    /\$\{(!?)([^}]+)\}/g,
    (_, literal: string, name: string) => {
      if (literal !== "") return `\${${name}}`;
      const given = own[name];
      if (given !== undefined) return text(given, "Fn::Sub", scope);
      const [logicalId, ...path] = name.split(".");
      return path.length === 0 ? scope.ref(name) : scope.attribute(logicalId ?? "", path.join("."));
    },
  );
}

function text(value: Json | undefined, name: string, scope: IntrinsicScope): string {
  const resolved = value === undefined ? undefined : resolve(value, scope);
  if (typeof resolved === "string") return resolved;
  if (typeof resolved === "number") return String(resolved);
  throw new Error(`${scope.where}: ${name} needs text`);
}

function list(value: Json | undefined, name: string, scope: IntrinsicScope): readonly Json[] {
  const resolved = Array.isArray(value) ? value : resolve(value ?? null, scope);
  if (typeof resolved !== "symbol" && Array.isArray(resolved)) return resolved;
  throw new Error(`${scope.where}: ${name} needs a list`);
}

function texts(value: Json | undefined, name: string, scope: IntrinsicScope): string[] {
  return list(value, name, scope).map((item) => text(item, name, scope));
}
