// Runs in CloudFront (cloudfront-js-2.0) at every request of a viewer, before the cache: no imports, no Node.
// CloudFront's own redirect-to-https answers a POST with 307; the specification wants 301 for every plain request.

// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name.
function handler(event) {
  const request = event.request;
  const host = request.headers.host ? request.headers.host.value : "";
  const protocol = request.headers["cloudfront-forwarded-proto"];

  if (protocol && protocol.value === "http") {
    // The query as the client wrote it: CloudFront's parsed form loses the order of repeated names.
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

  // The API sees its own host name; links in feeds need the one that the reader used.
  request.headers["x-forwarded-host"] = { value: host };
  return request;
}
