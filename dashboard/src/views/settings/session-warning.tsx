import type { ApiKey } from "../../../../client/api.ts";
import { Notice } from "../../parts/notices.tsx";

/**
 * Warns that the session may end with a key. A session does not say which key it belongs to. But only an admin key that is
 * valid can have opened one that shows this view.
 */
export function SessionWarning({ apiKey: { role, status }, when }: { apiKey: ApiKey; when: string }) {
  if (role !== "admin" || status === "expired") return null;
  return (
    <Notice kind="warning">
      If you signed in with this key, your session ends {when}. Then you need another key with the role admin.
    </Notice>
  );
}
