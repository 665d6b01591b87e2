// The beginning of every CloudFront function here, because a function cannot import anything (lib/edge/edge-function.ts).
// CloudFront's own redirect-to-https returns 307 for a POST. The specification requires 301 for every plain request.

// oxlint-disable-next-line no-unused-vars -- The handlers call it.
function redirectToHttps(event) {
  const request = event.request;
  const protocol = request.headers["cloudfront-forwarded-proto"];
  if (!protocol || protocol.value !== "http") return undefined;
  const host = request.headers.host ? request.headers.host.value : "";
  // The raw query: CloudFront's parsed form loses the order of repeated names.
  const query = request.rawQueryString();
  return {
    statusCode: 301,
    statusDescription: "Moved Permanently",
    headers: {
      location: { value: `https://${host}${request.uri}${query === undefined ? "" : `?${query}`}` },
      "cache-control": { value: "no-store" },
      "x-request-id": { value: event.context.requestId },
    },
  };
}
