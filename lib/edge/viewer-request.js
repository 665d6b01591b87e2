// Runs in CloudFront (cloudfront-js-2.0) for every viewer request, before the cache. It cannot import anything.
// CloudFront's own redirect-to-https returns 307 for a POST. The specification requires 301 for every plain request.

// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const host = request.headers.host ? request.headers.host.value : "";
  const protocol = request.headers["cloudfront-forwarded-proto"];

  if (protocol && protocol.value === "http") {
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

  // API Gateway receives its own host name, but links in feeds need the host that the reader used. Functions believe both
  // headers only with the secret that the distribution adds.
  request.headers["x-forwarded-host"] = { value: host };
  request.headers["x-viewer-address"] = { value: event.viewer.ip };
  return request;
}
