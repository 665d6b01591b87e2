// Runs in CloudFront (cloudfront-js-2.0) for every viewer request to the API, before the cache.

// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name.
function handler(event) {
  const redirect = redirectToHttps(event);
  if (redirect) return redirect;

  const request = event.request;
  // API Gateway receives its own host name, but links in feeds need the host that the reader used. Functions believe both
  // headers only with the secret that the distribution adds.
  request.headers["x-forwarded-host"] = { value: request.headers.host ? request.headers.host.value : "" };
  request.headers["x-viewer-address"] = { value: event.viewer.ip };
  return request;
}
