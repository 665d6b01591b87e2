import { expect, it } from "vitest";
import { checkUrl } from "../../functions/http/check-url.ts";

it.each([
  "https://example.com/hook",
  "https://example.com:8443/hook?x=1#part",
  "HTTPS://EXAMPLE.com",
  "https://bücher.example/ü",
  "https://my_host.example.com./",
  "https://8.8.8.8/",
  "https://[2606:4700::1111]/",
])("checkUrl accepts %s", (url) => {
  expect(checkUrl(url)).toBeNull();
});

it.each([
  ["http://example.com/", "must be an absolute https URL"],
  ["ftp://example.com/", "must be an absolute https URL"],
  ["https:example.com", "must be an absolute https URL"],
  ["//example.com/", "must be an absolute https URL"],
  ["https://", "must be an absolute https URL"],
  ["https://exa mple.com/", "must not contain spaces, control characters or backslashes"],
  ["https://example.com\\@evil.example/", "must not contain spaces, control characters or backslashes"],
  ["https://example.com/\u0000", "must not contain spaces, control characters or backslashes"],
  ["https://example.com/\ud800", "must be well-formed Unicode"],
  ["https://user@example.com/", "must not contain a user name or password"],
  ["https://:secret@example.com/", "must not contain a user name or password"],
  ["https://[fe80::1%25eth0]/", "must be an absolute https URL"],
  ["https://999.1.1.1/", "must be an absolute https URL"],
  [`https://example.com/${"x".repeat(2_048)}`, "must be at most 2048 characters long"],
  ["https://example..com/", "must have a valid host name"],
  ["https://.example.com/", "must have a valid host name"],
  ["https://example.com../", "must have a valid host name"],
  ["https://./", "must have a valid host name"],
  ["https://localhost/", "must point to a public address"],
  ["https://LOCALHOST./", "must point to a public address"],
  ["https://a.localhost/", "must point to a public address"],
  ["https://metadata.google.internal/", "must point to a public address"],
  ["https://printer.local/", "must point to a public address"],
  ["https://169.254.169.254/latest/meta-data", "must point to a public address"],
  ["https://[::ffff:169.254.169.254]/", "must point to a public address"],
  ["https://168.63.129.16/metadata", "must point to a public address"],
  ["https://2130706433/", "must point to a public address"],
])("checkUrl returns for %s: %s", (url, reason) => {
  expect(checkUrl(url)).toBe(reason);
});

it("checkUrl accepts plain http for a feed", () => {
  expect(checkUrl("http://example.com/feed", { allowHttp: true })).toBeNull();
  expect(checkUrl("gopher://example.com/", { allowHttp: true })).toBe(
    "must be an absolute http or https URL",
  );
});

it("checkUrl accepts loopback for the local runtime, and no other private address", () => {
  const rules = { allowLoopback: true };
  for (const host of ["localhost", "a.localhost", "127.0.0.1", "0x7f.1", "[::1]"]) {
    expect(checkUrl(`https://${host}:4000/`, rules)).toBeNull();
  }
  for (const host of ["10.0.0.1", "0.0.0.0", "[::]", "[::ffff:7f00:1]", "db.internal"]) {
    expect(checkUrl(`https://${host}/`, rules)).toBe("must point to a public address");
  }
});
