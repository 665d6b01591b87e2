import type { ConnectableChannel } from "../../domain/channel.ts";
import type { Verify } from "./channel.ts";
import { verifyWebhook } from "./webhook/verify.ts";

/** How the credentials of each channel are verified. Apart from `channels`, so that an endpoint's bundle has no publishing. */
export const verifiers: Record<ConnectableChannel, Verify> = { webhook: verifyWebhook };
