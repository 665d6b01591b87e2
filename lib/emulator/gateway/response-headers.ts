import { type Assembly, describeResource, type Resource } from "../assembly.ts";
import { asText, isJsonObject, type Json, listAt, numberAt, objectAt, textAt, valueAt } from "../json.ts";
import type { PlainResponse } from "./gateway-errors.ts";

const transportSecurity = "strict-transport-security";

interface PolicyHeader {
  name: string;
  value: string;
  /** Whether it replaces the origin's header of this name. */
  overrides: boolean;
}

/**
 * Returns a function that adds the headers of a response headers policy to a response. Throws an Error for a policy that is not in
 * the template.
 */
export function responseHeadersOf(
  assembly: Assembly,
  policyId: string | undefined,
): (response: PlainResponse) => PlainResponse {
  if (policyId === undefined) return (response) => response;
  const policy = assembly
    .ofType("AWS::CloudFront::ResponseHeadersPolicy")
    .find(({ ref }) => ref === policyId);
  if (policy === undefined)
    throw new Error(
      `${policyId}: the emulator knows only response headers policies that are resources of the template`,
    );
  const headers = [...securityHeaders(policy), ...customHeaders(policy)];
  const before = headersWhere(headers, ({ overrides }) => !overrides);
  const after = headersWhere(headers, ({ overrides }) => overrides);
  return (response) => ({ ...response, headers: { ...before, ...response.headers, ...after } });
}

function headersWhere(
  headers: readonly PolicyHeader[],
  isWanted: (header: PolicyHeader) => boolean,
): Record<string, string> {
  return Object.fromEntries(headers.filter(isWanted).map(({ name, value }) => [name, value]));
}

/** How each security header of a policy gets its name and value. */
const securityHeaderMakers: Readonly<Record<string, (config: Json) => [name: string, value: string]>> = {
  ContentSecurityPolicy: (config) => [
    "content-security-policy",
    textAt(config, "ContentSecurityPolicy") ?? "",
  ],
  ContentTypeOptions: () => ["x-content-type-options", "nosniff"],
  FrameOptions: (config) => ["x-frame-options", textAt(config, "FrameOption") ?? ""],
  ReferrerPolicy: (config) => ["referrer-policy", textAt(config, "ReferrerPolicy") ?? ""],
  StrictTransportSecurity: (config) => [
    transportSecurity,
    [
      `max-age=${numberAt(config, "AccessControlMaxAgeSec")}`,
      ...(isTrue(valueAt(config, "IncludeSubdomains")) ? ["includeSubDomains"] : []),
      ...(isTrue(valueAt(config, "Preload")) ? ["preload"] : []),
    ].join("; "),
  ],
};

function securityHeaders(policy: Resource): PolicyHeader[] {
  const configured = objectAt(policy.properties, "ResponseHeadersPolicyConfig", "SecurityHeadersConfig");
  return Object.entries(configured).map(([part, config]) => {
    const make = securityHeaderMakers[part];
    if (make === undefined)
      throw new Error(`${describeResource(policy)}: the emulator does not know the part ${part}`);
    const [name, value] = make(config);
    return { name, value, overrides: isTrue(valueAt(config, "Override")) };
  });
}

function customHeaders(policy: Resource): PolicyHeader[] {
  const path = ["ResponseHeadersPolicyConfig", "CustomHeadersConfig", "Items"];
  return listAt(policy.properties, ...path)
    .filter(isJsonObject)
    .map((item) => ({
      name: (textAt(item, "Header") ?? "").toLowerCase(),
      value: asText(item["Value"] ?? ""),
      overrides: isTrue(item["Override"]),
    }));
}

function isTrue(value: Json | undefined): boolean {
  return value === true || value === "true";
}

/**
 * Returns a response without Strict-Transport-Security if it is for plain HTTP (RFC 6797, section 7.2), and else with
 * `replacement` as the header's value, if there is one.
 */
export function withTransportSecurity(
  response: PlainResponse,
  protocol: "http" | "https",
  replacement: string | undefined,
): PlainResponse {
  const { [transportSecurity]: value, ...headers } = response.headers;
  if (value === undefined || protocol === "http") return { ...response, headers };
  return { ...response, headers: { ...headers, [transportSecurity]: replacement ?? value } };
}
