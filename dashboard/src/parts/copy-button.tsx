import { useState } from "react";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  text: string;
  /** What is copied: "Copy the address". */
  label: string;
  /** Called when the browser does not let the page copy. */
  onFailure?: () => void;
}

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, label, onFailure }: CopyButtonProps) {
  const [outcome, setOutcome] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("Copied.");
    } catch {
      setOutcome("The browser did not allow it. Select the text and copy it yourself.");
      onFailure?.();
    }
  };
  return (
    <>
      <Button onClick={() => void copy()}>{label}</Button>
      <span className="small" role="status">
        {outcome}
      </span>
    </>
  );
}
