import { type ReactNode, useId } from "react";

/** A titled part of a view. */
export function Panel({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="row row-apart">
        <h2 id={id}>{title}</h2>
        <div className="row">{actions}</div>
      </div>
      {children}
    </section>
  );
}
