import type { ComponentProps } from "react";

interface ButtonProps extends ComponentProps<"button"> {
  /** @default "normal" */
  look?: "normal" | "primary" | "danger" | "plain";
  /** @default false */
  small?: boolean;
  /** Whether its work is under way. The button then does nothing. @default false */
  busy?: boolean;
}

/** A button. It submits no form unless its type says so. */
export function Button({ look = "normal", small = false, busy = false, className, ...rest }: ButtonProps) {
  const classes = [
    "button",
    look === "normal" ? "" : `button-${look}`,
    small ? "button-small" : "",
    className,
  ];
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(" ")}
      disabled={rest.disabled === true || busy}
      aria-busy={busy}
    />
  );
}
