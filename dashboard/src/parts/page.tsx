import { type ReactNode, useEffect, useRef } from "react";

interface PageProps {
  title: string;
  /** Text under the title. */
  lead?: ReactNode;
  /** Buttons and links beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A view: its title, which gets the focus when someone comes to the view, and its content. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="stack">
      <title>{`${title} – Content Pipeline`}</title>
      <div className="row row-apart">
        <h1 ref={heading} tabIndex={-1} className="user-text">
          {title}
        </h1>
        <div className="row">{actions}</div>
      </div>
      {lead === undefined ? null : <div className="soft">{lead}</div>}
      {children}
    </div>
  );
}
