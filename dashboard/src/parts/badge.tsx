import type { ReactNode } from "react";

export type Tone = "neutral" | "good" | "warning" | "bad" | "active";

/** A short state, such as the status of a post. The words say it; the colour only helps. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={tone === "neutral" ? "badge" : `badge badge-${tone}`}>{children}</span>;
}
