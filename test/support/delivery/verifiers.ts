import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "../../../lib/bundle.ts";

/** How to run a code block of the document: the files beside it, and the command. */
export interface Verifier {
  language: string;
  /** The word after the fence of its code block. */
  fence: string;
  command: string;
  versionArgs: string[];
  /** The file for the code block. */
  blockFile: string;
  /** A program that reads the vectors from the path in its first argument and prints a JSON array of booleans. */
  files: Record<string, string>;
  args: string[];
}

const document = readFileSync(join(projectRoot, "docs/receiving-webhooks.md"), "utf8");

/** Returns the code of every block with this word after its fence, in the document on receiving webhooks. */
export function codeBlocks(fence: string): string[] {
  return [...document.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, word]) => word === fence)
    .map(([, , code]) => code ?? "");
}

/** Returns the attempt errors that the document explains, as its table quotes them. */
export function attemptErrors(): string[] {
  const [, section = ""] = document.split("### What an attempt's `error` means");
  const rows = (section.split("\n## ")[0] ?? "").matchAll(/^\| (.*?) \|/gm);
  return [...rows].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, error = ""]) => error),
  );
}

/** Returns the version of the interpreter, or null when it is not installed or does not run. */
export function installedVersion({ command, versionArgs }: Verifier): string | null {
  const { status, stdout } = spawnSync(command, versionArgs, { encoding: "utf8" });
  return status === 0 ? (stdout.split("\n")[0] ?? "").trim() : null;
}

/** Writes the block and its program to the folder and runs it over the vectors. Returns for each vector whether it accepted it. */
export async function acceptedBy(
  verifier: Verifier,
  block: string,
  vectorsPath: string,
  folder: string,
): Promise<unknown> {
  for (const [name, text] of Object.entries({ ...verifier.files, [verifier.blockFile]: block })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  // Only Go reads these variables. They disable the settings of this machine and downloads.
  const env = { ...process.env, GOFLAGS: "", GOWORK: "off", GO111MODULE: "on", GOTOOLCHAIN: "local" };
  const { stdout } = await promisify(execFile)(verifier.command, [...verifier.args, vectorsPath], {
    cwd: folder,
    env,
    timeout: 120_000,
  });
  return JSON.parse(stdout);
}

export const verifiers: Verifier[] = [
  {
    language: "TypeScript",
    fence: "ts",
    command: process.execPath,
    versionArgs: ["--version"],
    blockFile: "verify.ts",
    files: {
      "package.json": '{ "type": "module" }',
      "main.ts": `
import { readFileSync } from "node:fs";
import { verifyWebhook } from "./verify.ts";

const { vectors } = JSON.parse(readFileSync(process.argv[2], "utf8"));
console.log(
  JSON.stringify(
    vectors.map(({ body, secret, header, previousHeader }) =>
      verifyWebhook(Buffer.from(body), secret, header ?? undefined, previousHeader ?? undefined),
    ),
  ),
);
`,
    },
    args: ["main.ts"],
  },
  {
    language: "Python",
    fence: "python",
    command: "python3",
    versionArgs: ["--version"],
    blockFile: "verify.py",
    files: {
      "main.py": `
import json
import sys

from verify import verify_webhook

with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)["vectors"]
print(json.dumps([
    verify_webhook(vector["body"].encode(), vector["secret"], vector["header"], vector["previousHeader"])
    for vector in vectors
]))
`,
    },
    args: ["main.py"],
  },
  {
    language: "Go",
    fence: "go",
    command: "go",
    versionArgs: ["version"],
    blockFile: "webhooks/verify.go",
    files: {
      "go.mod": "module vectors\n",
      "main.go": `
package main

import (
	"encoding/json"
	"os"

	"vectors/webhooks"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	// A header that was not sent is null, and stays empty here as in http.Header.
	var file struct {
		Vectors []struct{ Body, Secret, Header, PreviousHeader string }
	}
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	accepted := []bool{}
	for _, v := range file.Vectors {
		accepted = append(accepted, webhooks.Verify([]byte(v.Body), v.Secret, v.Header, v.PreviousHeader))
	}
	if err := json.NewEncoder(os.Stdout).Encode(accepted); err != nil {
		panic(err)
	}
}
`,
    },
    args: ["run", "."],
  },
  {
    language: "PHP",
    fence: "php",
    command: "php",
    versionArgs: ["--version"],
    blockFile: "verify.php",
    files: {
      "main.php": `<?php
require __DIR__ . '/verify.php';

$vectors = json_decode(file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR)['vectors'];
echo json_encode(array_map(
    fn ($v) => verify_webhook($v['body'], $v['secret'], $v['header'], $v['previousHeader']),
    $vectors,
));
`,
    },
    args: ["main.php"],
  },
  {
    language: "Ruby",
    fence: "ruby",
    command: "ruby",
    versionArgs: ["--version"],
    blockFile: "verify.rb",
    files: {
      "main.rb": `
require "json"
require_relative "verify"

vectors = JSON.parse(File.read(ARGV[0], encoding: "UTF-8")).fetch("vectors")
accepted = vectors.map do |vector|
  verify_webhook(vector["body"].b, vector["secret"], vector["header"], vector["previousHeader"])
end
puts JSON.generate(accepted)
`,
    },
    args: ["main.rb"],
  },
];
