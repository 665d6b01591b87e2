import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { Notice } from "../parts/notices.tsx";

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Says that there is no network, so that old figures are not taken for new ones. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  if (isOnline) return null;
  return <Notice kind="warning">There is no network. The view shows what was read last.</Notice>;
}
