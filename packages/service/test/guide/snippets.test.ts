import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { freePort } from "../support/servers/postgres.ts";
import { requireTool } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { Demo, root } from "./demo.ts";
import { type GuidePage, guidePages, type Snippet, snippetsOf } from "./pages.ts";
import { Shell } from "./shell.ts";
import { assertShown } from "./shown.ts";

/**
 * Runs every block of the partner's guide as a reader would: the commands of a page in one shell, in order, in one folder,
 * against the demo service. Only the ports differ, since 8080 (service), 9000 (the reader's endpoint) and 8081 (checker) may be
 * in use. Answers on the page are compared with the real ones.
 */
const ownPorts = ["9000", "8081"];

let demo: Demo;
before(async () => {
  // `npm start` builds the packages before it starts the service.
  await promisify(execFile)(process.execPath, [join(root, "scripts/kit.ts")]);
  demo = await Demo.make();
});
after(() => demo?.close());

/** The settings with which the pages' blocks start the service. */
const startsOf = (page: GuidePage): string =>
  snippetsOf(page)
    .filter(({ kind }) => kind === "start")
    .map(({ text }) => JSON.stringify(settingsOf(text)))
    .join();

// Pages with the same settings follow one another: each other start of the service takes four seconds of processor time.
const pages = (await guidePages("en")).sort((one, other) => startsOf(one).localeCompare(startsOf(other)));
for (const page of pages) {
  test(`every block of ${page.name} does what the page says`, { skip: requireTool("bash", "bash") }, () => play(page));
}

async function play(page: GuidePage): Promise<void> {
  const snippets = snippetsOf(page);
  if (!snippets.some(({ kind }) => kind === "run")) return;
  const folder = await mkdtemp(join(tmpdir(), "paseo-guide-page-"));
  const ports = new Map([["8080", demo.port]]);
  for (const port of ownPorts) ports.set(port, await freePort());
  const placed = (text: string) => text.replace(/\b(8080|8081|9000)\b/g, (port) => `${ports.get(port)}`);
  /** For each command, a function that takes the expected output and returns the actual output. */
  const written = new Map<string, (shown: string) => Promise<string>>();
  const isEmpty = snippets.some(({ kind, text }) => kind === "run" && text.includes("npm install"));
  const shell = await Shell.open(folder, { isEmpty });
  try {
    for (const snippet of snippets) await playOne(snippet);
  } finally {
    await shell.close();
    await rm(folder, { recursive: true, force: true });
  }

  async function playOne({ kind, id, language, text }: Snippet): Promise<void> {
    const what = `${id} of ${page.name}`;
    if (kind === "start") return demo.run(settingsOf(text));
    if (kind === "file") return writeFile(join(folder, id), placed(text));
    if (kind === "background") {
      const read = await shell.beside(placed(text));
      written.set(id, (shown) => wholly(read, shown));
      return;
    }
    if (kind === "run") {
      const output = await shell.run(placed(text));
      written.set(id, async () => output);
      return;
    }
    const read = written.get(id);
    assert.ok(read, `the page shows the output of ${what} before it runs`);
    assertShown(text, await read(text), language, what);
  }
}

/** Waits until the output of a background command has as many lines as the page shows, within a time limit. Returns it. */
async function wholly(read: () => Promise<string>, shown: string): Promise<string> {
  const lines = (text: string) => text.trim().split("\n").length;
  if (lines(await read()) < lines(shown)) {
    await until(async () => lines(await read()) >= lines(shown), "what is shown").catch(() => {});
  }
  return read();
}

/** The settings in front of `npm start`, as in `SANDBOX=true npm start`. */
function settingsOf(block: string): Record<string, string> {
  const last = block.trimEnd().split("\n").at(-1)!;
  const [, pairs] = /^((?:[A-Z_]+=\S+ )*)npm start$/.exec(last) ?? [];
  if (pairs === undefined) throw new Error(`This starts no service: ${block}`);
  return Object.fromEntries(
    pairs
      .trim()
      .split(" ")
      .filter(Boolean)
      .map((pair) => pair.split("=") as [string, string]),
  );
}
