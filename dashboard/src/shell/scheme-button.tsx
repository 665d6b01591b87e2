import { useState } from "react";
import { Button } from "../parts/button.tsx";

const schemes = ["system", "light", "dark"] as const;
type Scheme = (typeof schemes)[number];
const storageKey = "scheme";

function storedScheme(): Scheme {
  const stored = localStorage.getItem(storageKey);
  return schemes.find((scheme) => scheme === stored) ?? "system";
}

function apply(scheme: Scheme): void {
  if (scheme === "system") delete document.documentElement.dataset["scheme"];
  else document.documentElement.dataset["scheme"] = scheme;
}

apply(storedScheme());

/** Switches between the system's colours, light and dark. */
export function SchemeButton() {
  const [scheme, setScheme] = useState(storedScheme);
  const next = schemes[(schemes.indexOf(scheme) + 1) % schemes.length] ?? "system";
  return (
    <Button
      small
      onClick={() => {
        localStorage.setItem(storageKey, next);
        apply(next);
        setScheme(next);
      }}
    >
      Colours: {scheme === "system" ? "auto" : scheme}
    </Button>
  );
}
