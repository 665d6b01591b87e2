import type { ReactNode } from "react";

/** A row of links. One of them is the current view. Its children are `<Link className="tab">` elements. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="tabs">
      {children}
    </nav>
  );
}
