import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { inflate } from "@sparticuz/chromium";
import { decompress } from "wawoff2";
import { chromiumDirectory } from "./support/chromium-directory.ts";

// Unpacks the browser and its fonts from the npm packages, once after an installation: `npm run test:browser` runs this.

/** The packages of fonts in the format of web pages, and which of their files are wanted. Open Sans has the Latin letters. */
const webFonts: Record<string, RegExp> = {
  "noto-sans-jp": /-(?:\d+|japanese)-wght-/,
  "noto-sans-sc": /-(?:\d+|chinese-simplified)-wght-/,
  "noto-sans-kr": /-(?:\d+|korean)-wght-/,
  "noto-sans-arabic": /-arabic-arabic-wght-/,
  "noto-sans-mono": /-latin-wght-/,
};

const emojiFont = "@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf";

const fontsConf = (directory: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${directory}/fonts</dir>
  <cachedir>${directory}/cache</cachedir>
${[
  ["system-ui", "Open Sans"],
  ["sans-serif", "Open Sans"],
  ["ui-monospace", "Noto Sans Mono"],
  ["monospace", "Noto Sans Mono"],
  ["emoji", "Noto Color Emoji"],
]
  .map(
    ([name, family]) =>
      `  <alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
  )
  .join("\n")}
</fontconfig>
`;

const packageFile = (path: string) => fileURLToPath(import.meta.resolve(path));

async function unpackChromium(): Promise<void> {
  const packs = join(dirname(packageFile("@sparticuz/chromium")), "../bin");
  // The program, its fonts, and shared libraries that are missing on a bare machine.
  for (const pack of ["chromium.br", "fonts.tar.br", "al2023.tar.br"]) await inflate(join(packs, pack));
}

async function unpackFonts(directory: string): Promise<void> {
  for (const [name, wanted] of Object.entries(webFonts)) {
    const folder = join(dirname(packageFile(`@fontsource-variable/${name}/package.json`)), "files");
    for (const file of readdirSync(folder).filter((path) => wanted.test(path) && path.endsWith(".woff2")))
      writeFileSync(
        join(directory, file.replace(/woff2$/, "ttf")),
        await decompress(readFileSync(join(folder, file))),
      );
  }
  cpSync(packageFile(emojiFont), join(directory, "emoji.ttf"));
}

const temporary = `${chromiumDirectory}.${process.pid}`;
rmSync(chromiumDirectory, { recursive: true, force: true });
mkdirSync(temporary, { recursive: true });
// `inflate` writes to the folder for temporary files.
process.env["TMPDIR"] = temporary;
await unpackChromium();
await unpackFonts(join(temporary, "fonts"));
writeFileSync(join(temporary, "fonts.conf"), fontsConf(chromiumDirectory));
renameSync(temporary, chromiumDirectory);
