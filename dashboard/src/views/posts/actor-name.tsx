import type { Actor } from "../../../../client/api.ts";
import { UserText } from "../../parts/user-text.tsx";

const kinds: Record<Actor["type"], string> = {
  api_key: "API key",
  review_link: "review link",
  system: "the service itself",
};

/** The name of the person or program that did something. */
export function ActorName({ actor }: { actor: Actor }) {
  if (actor.type === "system") return <>The service</>;
  return (
    <>
      <UserText>{actor.name}</UserText> ({kinds[actor.type]})
    </>
  );
}
