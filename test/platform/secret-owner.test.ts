import { expect, it } from "vitest";
import { secretBox } from "../../functions/platform/secret-box.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";
import { startKms } from "../support/emulator/start-kms.ts";

it("a secret box seals secrets of any owner, and opens each one for that owner only", async () => {
  const { kms, keyArn } = await startKms(temporaryFolder());
  const box = secretBox(kms, keyArn);
  const owner = { organizationId: "org_1", brandId: "brd_1", channel: "bluesky" };
  const sealed = await box.seal("an app password", owner);
  const { channel, brandId, organizationId } = owner;
  expect(await box.open(sealed, { channel, brandId, organizationId })).toBe("an app password");
  for (const other of [
    { ...owner, channel: "mastodon" },
    { ...owner, brandId: "brd_2" },
    { organizationId, brandId },
    { organizationId, webhookId: brandId, channel },
  ])
    await expect(box.open(sealed, other)).rejects.toMatchObject({ name: "SecretUnusable" });
});
