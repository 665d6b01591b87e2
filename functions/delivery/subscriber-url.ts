import { invalid } from "../domain/errors.ts";
import { checkUrl } from "./check-url.ts";

/** Refuses a subscription URL that no delivery would be made to. @throws validation_error on field `url` */
export function assertSubscriberUrl(url: string, allowLoopback: boolean): void {
  const reason = checkUrl(url, { allowLoopback });
  if (reason !== null) throw invalid([{ field: "url", reason }]);
}
