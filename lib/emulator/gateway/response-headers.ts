import { type Assembly, describeResource } from "../assembly.ts";
import { numberAt, objectAt, valueAt } from "../json.ts";
import type { PlainResponse } from "./gateway-errors.ts";

const transportSecurity = "strict-transport-security";

/**
 * Returns the headers that a response headers policy of the template sets. Throws an Error for a policy that does more than
 * set Strict-Transport-Security.
 */
export function responseHeadersOf(assembly: Assembly, policyId: string | undefined): Record<string, string> {
  if (policyId === undefined) return {};
  const policy = assembly
    .ofType("AWS::CloudFront::ResponseHeadersPolicy")
    .find(({ ref }) => ref === policyId);
  const config = objectAt(policy?.properties, "ResponseHeadersPolicyConfig");
  const { Name: _, Comment: __, SecurityHeadersConfig: security, ...others } = config;
  const { StrictTransportSecurity: given, ...otherHeaders } = objectAt(security);
  const maxAge = numberAt(given, "AccessControlMaxAgeSec");
  const isKnown =
    maxAge !== undefined &&
    Object.keys({ ...others, ...otherHeaders }).length === 0 &&
    valueAt(given, "Override") === true &&
    valueAt(given, "IncludeSubdomains") !== true &&
    valueAt(given, "Preload") !== true;
  if (!isKnown)
    throw new Error(
      `${policy === undefined ? policyId : describeResource(policy)}: the emulator knows only response headers policies that set Strict-Transport-Security with a lifetime alone`,
    );
  return { [transportSecurity]: `max-age=${maxAge}` };
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
