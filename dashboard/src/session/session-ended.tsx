import { Dialog } from "../parts/dialog.tsx";
import { useSessionEnded } from "./session-state.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** Asks for a key when the session has ended. The view stays as it is behind it, with everything that was typed. */
export function SessionEnded() {
  if (!useSessionEnded()) return null;
  return (
    <Dialog title="Your session has ended">
      <p>Sign in again to go on. Nothing that you typed is lost: repeat the last step afterwards.</p>
      <SignInForm />
    </Dialog>
  );
}
