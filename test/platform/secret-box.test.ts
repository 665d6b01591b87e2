import { expect, it } from "vitest";
import { secretBox } from "../../functions/platform/secret-box.ts";
import { temporaryFolder } from "../support/emulator/assembly-fixture.ts";
import { startKms } from "../support/emulator/start-kms.ts";

const secret = "a secret, größer";
const owner = { organizationId: "org_1", webhookId: "whk_1" };

/** A secret box that has opened nothing yet, as in a function that has just started. */
async function newBox() {
  const folder = temporaryFolder();
  const { kms, keyArn } = await startKms(folder);
  return { box: secretBox(kms, keyArn), newInstance: () => secretBox(kms, keyArn) };
}

it("a sealed secret opens to the same secret, cannot be read without opening it, and is different each time it is sealed", async () => {
  const { box, newInstance } = await newBox();
  const sealed = await box.seal(secret, owner);
  expect(await box.open(sealed, owner)).toBe(secret);
  expect(await newInstance().open(sealed, owner)).toBe(secret);
  for (const part of sealed.split("."))
    expect(Buffer.from(part, "base64").toString("latin1")).not.toContain("secret");
  expect(await box.seal(secret, owner)).not.toBe(sealed);
});

it.each([
  ["another organization", { ...owner, organizationId: "org_2" }],
  ["another subscription", { ...owner, webhookId: "whk_2" }],
])(
  "a sealed secret cannot be opened for %s, even just after it was opened for its owner",
  async (_, other) => {
    const { box, newInstance } = await newBox();
    const sealed = await box.seal(secret, owner);
    await box.open(sealed, owner);
    for (const one of [box, newInstance()])
      await expect(one.open(sealed, other)).rejects.toMatchObject({ name: "SecretUnusable" });
  },
);

it("a sealed secret that was changed cannot be opened", async () => {
  const { box } = await newBox();
  const [wrapped = "", text = ""] = (await box.seal(secret, owner)).split(".");
  const bytes = Buffer.from(text, "base64");
  for (const index of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    await expect(box.open(`${wrapped}.${changed.toString("base64")}`, owner)).rejects.toBeInstanceOf(Error);
  }
  const cut = bytes.subarray(0, -1).toString("base64");
  await expect(box.open(`${wrapped}.${cut}`, owner)).rejects.toBeInstanceOf(Error);
  // The text of another secret, which was sealed for the same owner with another data key.
  const [, foreign = ""] = (await box.seal(secret, owner)).split(".");
  await expect(box.open(`${wrapped}.${foreign}`, owner)).rejects.toBeInstanceOf(Error);
});
