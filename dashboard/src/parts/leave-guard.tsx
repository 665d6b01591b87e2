import { useBlocker } from "@tanstack/react-router";
import { Confirm } from "./confirm.tsx";

/**
 * Asks before someone leaves a form with changes that are not saved. A change of the address's parameters does not leave
 * the form.
 */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && next.pathname !== current.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Confirm
      title="Leave without saving?"
      action="Leave"
      busy={false}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      What you have changed is not saved yet, and is lost when you leave.
    </Confirm>
  );
}
