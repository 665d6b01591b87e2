import type {
  EventType,
  NewWebhookSubscription,
  WebhookSubscription,
  WebhookSubscriptionChanges,
} from "../../../../client/api.ts";

/** The secret that someone chooses in the form. */
export interface SecretChoice {
  /** `keep`: the subscription keeps the secret that it has, or has none. */
  kind: "keep" | "generated" | "typed" | "none";
  /** The generated or typed secret. */
  secret: string;
}

/** A subscription as it stands in the form. */
export interface WebhookDraft {
  url: string;
  description: string;
  events: readonly EventType[];
  status: WebhookSubscription["status"];
  secret: SecretChoice;
}

/** The form's fields that a subscription shows. Its secret is not one of them: nobody can read it. */
type Shown = Omit<WebhookDraft, "secret">;
export type ShownField = keyof Shown;

const shownOf = ({ url, description, events, status }: WebhookSubscription): Shown => ({
  url,
  description: description ?? "",
  events,
  status,
});

/** The form of a subscription before anyone has edited it. */
export const draftOf = (webhook: WebhookSubscription): WebhookDraft => ({
  ...shownOf(webhook),
  secret: { kind: "keep", secret: "" },
});

const shownFields: readonly ShownField[] = ["url", "description", "events", "status"];

function differ(field: ShownField, one: Shown, other: Shown): boolean {
  if (field === "events")
    return (
      one.events.length !== other.events.length || one.events.some((type) => !other.events.includes(type))
    );
  return one[field].trim() !== other[field].trim();
}

/** The fields in which two states of a subscription differ. */
export const changedFields = (before: WebhookSubscription, now: WebhookSubscription): ShownField[] =>
  shownFields.filter((field) => differ(field, shownOf(before), shownOf(now)));

/** The fields that someone has edited. */
export const editedFields = (base: WebhookSubscription, draft: WebhookDraft): ShownField[] =>
  shownFields.filter((field) => differ(field, shownOf(base), draft));

const textOrNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** The changes to send: only what differs from the subscription that the form began with. */
export function changesOf(base: WebhookSubscription, draft: WebhookDraft): WebhookSubscriptionChanges {
  const edited = editedFields(base, draft);
  const secret = secretOf(draft.secret);
  return {
    ...(edited.includes("url") && { url: draft.url.trim() }),
    ...(edited.includes("description") && { description: textOrNull(draft.description) }),
    ...(edited.includes("events") && { events: [...draft.events] }),
    ...(edited.includes("status") && { status: draft.status }),
    ...(secret !== undefined && !(secret === null && !base.hasSecret) && { secret }),
  };
}

/** The request that creates a subscription. */
export const newWebhookOf = ({ url, description, events, secret }: WebhookDraft): NewWebhookSubscription => ({
  url: url.trim(),
  events: [...events],
  description: textOrNull(description),
  secret: secretOf(secret) ?? null,
});

/** Undefined keeps the secret, null removes it. */
function secretOf({ kind, secret }: SecretChoice): string | null | undefined {
  if (kind === "keep") return undefined;
  return kind === "none" ? null : secret;
}

/** The form after someone else's change: an edited field keeps what was typed, and any other field has the new value. */
export function rebased(
  base: WebhookSubscription,
  draft: WebhookDraft,
  now: WebhookSubscription,
): WebhookDraft {
  const edited = editedFields(base, draft);
  const theirs = shownOf(now);
  return {
    url: edited.includes("url") ? draft.url : theirs.url,
    description: edited.includes("description") ? draft.description : theirs.description,
    events: edited.includes("events") ? draft.events : theirs.events,
    status: edited.includes("status") ? draft.status : theirs.status,
    secret: draft.secret,
  };
}

/** Returns a secret of 256 random bits. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
