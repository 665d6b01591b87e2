import type { ApiKey } from "../../../../client/api.ts";
import { Notice } from "../../parts/notices.tsx";

/**
 * Warns that the session may end with a key. A session does not say which key opened it, but it was a valid admin key:
 * other sessions do not show this view.
 */
export function SessionWarning({ apiKey: { role, status }, when }: { apiKey: ApiKey; when: string }) {
  if (role !== "admin" || status === "expired") return null;
  return (
    <Notice kind="warning">
      If you signed in with this key, your session ends {when}. Then you need another key with the role admin.
    </Notice>
  );
}
