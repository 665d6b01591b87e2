import type { ConnectionRef } from "../../domain/connection.ts";

/** Seals and opens secrets for their owner. */
export interface Secrets {
  seal: (secret: string, owner: Readonly<Record<string, string>>) => Promise<string>;
  open: (sealed: string, owner: Readonly<Record<string, string>>) => Promise<string>;
}

/** The encryption context: secrets that are copied to another brand or channel cannot be opened there. */
export const ownerOf = ({ organizationId, brandId, channel }: ConnectionRef) => ({
  organizationId,
  brandId,
  channel,
});
