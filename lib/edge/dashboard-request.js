// Runs in CloudFront (cloudfront-js-2.0) for every viewer request for a path of the dashboard, before the cache.

// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name.
function handler(event) {
  const redirect = redirectToHttps(event);
  if (redirect) return redirect;

  const request = event.request;
  if (request.method !== "GET" && request.method !== "HEAD") {
    // The API's response to an unknown route. The bucket would return an error of S3.
    return {
      statusCode: 404,
      statusDescription: "Not Found",
      headers: {
        "content-type": { value: "application/json; charset=utf-8" },
        "cache-control": { value: "no-store" },
        "x-request-id": { value: event.context.requestId },
      },
      body: {
        encoding: "text",
        data: '{"error":{"code":"not_found","message":"No such resource."}}',
      },
    };
  }
  // The dashboard's views are one page, which finds the view in the URL.
  if (!request.uri.startsWith("/assets/")) request.uri = "/index.html";
  return request;
}
