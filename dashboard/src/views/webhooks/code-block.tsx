import { visibleText } from "./visible-text.ts";

/** A text as a machine wrote it, in a box that scrolls. Control characters are shown, so that nothing can hide in it. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Without it the keyboard cannot scroll the box.
    <pre className="user-text" role="group" aria-label={label} tabIndex={0} dir="ltr">
      {visibleText(children)}
    </pre>
  );
}
