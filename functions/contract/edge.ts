/** The headers by which the distribution tells the API about the viewer's request. */
export const edgeHeaders = {
  /** Proves that a request came through the distribution. CloudFront replaces a header of this name from a viewer. */
  secret: "x-origin-secret",
  /** The host that the viewer requested. */
  host: "x-forwarded-host",
  /** The IP address of the viewer. */
  address: "x-viewer-address",
} as const;

/** The environment variable with the values of the secret that are valid now, separated by commas. */
export const edgeSecretsVariable = "EDGE_SECRETS";
