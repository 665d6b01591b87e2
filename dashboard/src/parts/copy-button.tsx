import { useState } from "react";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  text: string;
  /** What it copies: "Copy the secret". */
  children: string;
}

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, children }: CopyButtonProps) {
  const [copied, setCopied] = useState<{ text: string; succeeded: boolean } | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied({ text, succeeded: true }),
      () => setCopied({ text, succeeded: false }),
    );
  return (
    <span className="row">
      <Button small onClick={() => void copy()}>
        {children}
      </Button>
      <span role="status" className="small">
        {copied?.text !== text
          ? null
          : copied.succeeded
            ? "Copied"
            : "The browser does not allow it: select the text and copy it"}
      </span>
    </span>
  );
}
