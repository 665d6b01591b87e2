import { Duration } from "aws-cdk-lib";
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import { httpsOnlySeconds } from "../../functions/contract/transport-security.ts";

/** What the page may load and do. Images of posts come from the addresses that their authors give. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Features of browsers that the dashboard does not use. A header forbids them to its scripts. */
const unusedFeatures = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
];

/** The headers of every response to a request for a path of the dashboard. */
export function dashboardHeaders(scope: Construct): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, "Headers", {
    comment: "The dashboard runs its own scripts only, and no other page can show it in a frame",
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.seconds(httpsOnlySeconds),
        includeSubdomains: false,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: "Cross-Origin-Opener-Policy", value: "same-origin", override: true },
        {
          header: "Permissions-Policy",
          value: unusedFeatures.map((feature) => `${feature}=()`).join(", "),
          override: true,
        },
      ],
    },
  });
}
