import type { CallOptions } from "../client/http-client.ts";

type Headers = NonNullable<CallOptions["headers"]>;

/** How the page of another site could try to make a browser send a request that changes something. */
export interface ForgedRequest {
  name: string;
  headers: Headers;
  /** Returns the body that is sent in place of the JSON of the valid request. */
  bodyOf?: (json: Record<string, unknown>) => string;
  /** Forms and requests without preflight have no other method than POST. */
  isPost: boolean;
  /** Sent in place of the route's method. No route has it on a path that only has POST. */
  method?: "GET" | "HEAD" | "OPTIONS";
  /** Added to the path. */
  query?: string;
}

const attacker = "https://attacker.example";
const crossSite = { Origin: attacker, Referer: `${attacker}/`, "Sec-Fetch-Site": "cross-site" };
const sameSite = { Origin: "https://localhost:9443", "Sec-Fetch-Site": "same-site" };
/** A browser without Sec-Fetch-Site. */
const oldBrowser = { Origin: attacker };
const dashboard = { "X-Requested-With": "dashboard" };
const navigation = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-User": "?1" };
const noCors = { "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "empty" };
const cors = { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" };

const boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
const asForm = (json: Record<string, unknown>) => new URLSearchParams(textsOf(json)).toString();
const asParts = (json: Record<string, unknown>) =>
  [
    ...textsOf(json).map(
      ([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
    ),
    `--${boundary}--\r\n`,
  ].join("");
/** A form without encoding puts `=` between a field's name and its value: here into an extra string of the JSON. */
const asTextForm = (json: Record<string, unknown>) =>
  `${JSON.stringify({ ...json, ignored: "" }).slice(0, -2)}="}\r\n`;
const asOverride = (json: Record<string, unknown>) => asForm({ ...json, _method: "DELETE" });
const asFieldOfHeader = (json: Record<string, unknown>) => asForm({ ...json, ...dashboard });

function textsOf(json: Record<string, unknown>): [name: string, text: string][] {
  return Object.entries(json).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
}

/** The three content types that a page may send without a preflight request. */
const simple = {
  urlencoded: { headers: { "Content-Type": "application/x-www-form-urlencoded" }, bodyOf: asForm },
  multipart: { headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` }, bodyOf: asParts },
  text: { headers: { "Content-Type": "text/plain" }, bodyOf: asTextForm },
};

const sites = {
  "another site": crossSite,
  "another port of this host": sameSite,
  "another site in a browser without Sec-Fetch-Site": oldBrowser,
};

/** Forms, also in frames that have no origin. */
const forms: ForgedRequest[] = [
  ...Object.entries(sites).flatMap(([site, from]) =>
    Object.entries(simple).map(([encoding, { headers, bodyOf }]) => ({
      name: `a ${encoding} form of ${site}`,
      headers: { ...from, ...navigation, ...headers },
      bodyOf,
      isPost: true,
    })),
  ),
  ...["a form in a sandboxed frame", "a form of a page without a referrer"].map((name, index) => ({
    name,
    headers: {
      ...crossSite,
      ...navigation,
      ...simple.urlencoded.headers,
      Origin: "null",
      ...(index === 0 ? { "Sec-Fetch-Dest": "iframe" } : { Referer: "" }),
    },
    bodyOf: asForm,
    isPost: true,
  })),
];

/** `fetch` with `mode: "no-cors"` and `credentials: "include"`. */
const withoutPreflight: ForgedRequest[] = [
  ...Object.entries(sites).map(([site, from]) => ({
    name: `JSON as text by fetch of ${site}`,
    headers: { ...from, ...noCors, "Content-Type": "text/plain;charset=UTF-8" },
    isPost: true,
  })),
  ...Object.entries(sites).map(([site, from]) => ({
    name: `JSON without a content type by fetch of ${site}`,
    headers: { ...from, ...noCors, "Content-Type": "" },
    isPost: true,
  })),
  {
    name: "JSON whose content type hides in a parameter",
    headers: { ...crossSite, ...noCors, "Content-Type": "text/plain; application/json" },
    isPost: true,
  },
  {
    name: "a beacon of a page that is left",
    headers: { ...crossSite, ...noCors, "Content-Type": "text/plain;charset=UTF-8", Priority: "u=6" },
    isPost: true,
  },
  {
    name: "a ping of a link",
    headers: { ...crossSite, ...noCors, "Content-Type": "text/ping", "Ping-To": attacker },
    bodyOf: () => "PING",
    isPost: true,
  },
  {
    name: "a form that names the header as a field",
    headers: { ...crossSite, ...navigation, ...simple.urlencoded.headers },
    bodyOf: asFieldOfHeader,
    isPost: true,
  },
  {
    name: "a form that names the header in the query",
    headers: { ...oldBrowser, ...simple.urlencoded.headers },
    query: "X-Requested-With=dashboard&Sec-Fetch-Site=same-origin",
    bodyOf: asForm,
    isPost: true,
  },
];

/** JSON by `fetch` with credentials, as if its preflight request had been allowed. */
const jsonHeaders: [name: string, headers: Headers][] = [
  ["without X-Requested-With", crossSite],
  ["without X-Requested-With, in a browser without Sec-Fetch-Site", oldBrowser],
  ["with X-Requested-With of a library", { ...oldBrowser, "X-Requested-With": "XMLHttpRequest" }],
  ["with an empty X-Requested-With", { ...oldBrowser, "X-Requested-With": "" }],
  ["with X-Requested-With in another case", { ...oldBrowser, "X-Requested-With": "DASHBOARD" }],
  ["with a longer X-Requested-With", { ...oldBrowser, "X-Requested-With": "dashboard; v=1" }],
  ["with a list in X-Requested-With", { ...oldBrowser, "X-Requested-With": "dashboard, dashboard" }],
  ["with an X-Requested-With in quotes", { ...oldBrowser, "X-Requested-With": '"dashboard"' }],
  ["with underscores in the header's name", { ...oldBrowser, X_Requested_With: "dashboard" }],
  ["with the dashboard's header", { ...crossSite, ...dashboard }],
  ["with the dashboard's header, of another port of this host", { ...sameSite, ...dashboard }],
  ["with the dashboard's header, of no page", { "Sec-Fetch-Site": "none", ...dashboard }],
  ["with the dashboard's header and an unknown site", { "Sec-Fetch-Site": "same-host", ...dashboard }],
  [
    "with the dashboard's header and two sites",
    { ...dashboard, "Sec-Fetch-Site": "cross-site, same-origin" },
  ],
  ["with this service's origin", { Origin: "https://localhost:8443", "Sec-Fetch-Site": "cross-site" }],
  ["with this service's origin over HTTP", { Origin: "http://localhost:8443", "X-Requested-With": "fetch" }],
  ["with this site alone", { "Sec-Fetch-Site": "same-origin" }],
  ["with X-Requested-With twice", { ...oldBrowser, "X-Requested-With": ["fetch", "dashboard"] }],
  ["with X-Requested-With twice, ours first", { ...oldBrowser, "X-Requested-With": ["dashboard", "fetch"] }],
  ["with Sec-Fetch-Site twice", { ...dashboard, "Sec-Fetch-Site": ["cross-site", "same-origin"] }],
  [
    "with Sec-Fetch-Site twice, ours first",
    { ...dashboard, "Sec-Fetch-Site": ["same-origin", "cross-site"] },
  ],
];
const withPreflight = jsonHeaders.map(
  ([name, headers]): ForgedRequest => ({
    name: `JSON ${name}`,
    headers: { ...cors, ...headers },
    isPost: false,
  }),
);

/** Attempts to make one method look like another. */
const withOtherMethods: ForgedRequest[] = [
  ...["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"].map((name) => ({
    name: `a POST that ${name} calls a GET`,
    headers: { ...crossSite, ...noCors, "Content-Type": "text/plain", [name]: "GET" },
    isPost: true,
  })),
  {
    name: "a form whose fields and query call it a DELETE",
    headers: { ...crossSite, ...navigation, ...simple.urlencoded.headers },
    query: "_method=DELETE",
    bodyOf: asOverride,
    isPost: true,
  },
  {
    name: "an image whose request calls itself a POST",
    headers: { ...crossSite, ...noCors, "X-HTTP-Method-Override": "POST" },
    query: "_method=POST",
    isPost: true,
    method: "GET",
  },
  {
    name: "a HEAD request with a body",
    headers: { ...crossSite, ...noCors, "X-HTTP-Method-Override": "POST" },
    isPost: true,
    method: "HEAD",
  },
  {
    name: "a preflight request for the dashboard's header",
    headers: {
      ...crossSite,
      ...cors,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type,x-requested-with",
    },
    isPost: true,
    method: "OPTIONS",
  },
];

/** Fifty requests. Browsers do not send all of them to another site, but the service does not rely on that. */
export const forgedRequests: readonly ForgedRequest[] = [
  ...forms,
  ...withoutPreflight,
  ...withPreflight,
  ...withOtherMethods,
];
