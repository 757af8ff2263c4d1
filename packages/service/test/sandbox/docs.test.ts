import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { testRetrySeconds } from "../../src/domain/callbacks/schedule.ts";
import { sandboxTriggers } from "../../src/suppliers/sandbox.ts";
import { shellPath } from "../support/shell-path.ts";
import { requireTool } from "../support/tools.ts";
import { openShop, type Shop } from "./shop.ts";

/** Compares docs/reference/sandbox.md with the code: all its commands. */

const page = await readFile(new URL("../../../../docs/reference/sandbox.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
const [settings, ...commands] = blocks;

/** The examples of `book`, each with its part of the answer. */
const examples = [...page.matchAll(/^book (\S+@sandbox\.test) +# (.+)$/gm)].map(([, email, part]) => ({
  email: email!,
  part: part!,
}));

test("every trigger has an example", () => {
  const shown = examples.map(({ email }) => email.split("@")[0]!.replace(/-\d+$/, "-N"));
  assert.deepEqual(shown, Object.keys(sandboxTriggers));
});

test("the schedule for test orders in the docs is the one in the code", () => {
  const [, gaps] = /ten attempts, ([\d, and]+)\sseconds apart/.exec(page)!;
  assert.deepEqual(gaps!.match(/\d+/g)!.map(Number), testRetrySeconds);
  assert.equal(testRetrySeconds.length + 1, 10);
});

let shop: Shop;
before(async () => {
  shop = await openShop({ config: { sandbox: true } });
});
after(() => shop?.close());

/** Runs lines in a shell with the page's settings, the test's settings and earlier blocks. Returns the output. */
async function shell(script: string): Promise<string> {
  const own: Record<string, string> = { BASE: shop.app.url, KEY: shop.keys.test, CALLBACK: shop.receiver.url() };
  const set = settings!.replace(/^(\w+)=.*$/gm, (_, name: string) => `${name}='${own[name]}'`);
  const env = { ...process.env, PATH: shellPath };
  const bash = spawn("bash", ["-euo", "pipefail"], { stdio: ["pipe", "pipe", "pipe"], env });
  const ended = new Promise<number | null>((resolve, reject) => {
    bash.on("error", reject);
    bash.on("close", resolve);
  });
  bash.stdin.end(`${set}\n${script}\n`);
  const [printed, complaints, code] = await Promise.all([text(bash.stdout), text(bash.stderr), ended]);
  assert.equal(code, 0, `${complaints}${printed}`);
  return printed;
}

test("every command on the page does what the page says", { skip: requireTool("bash", "bash") }, async () => {
  // Prints each command's answer on its own line.
  const script = commands.map((block) => block.replace(/^((?:book|curl) .*)$/gm, "$1\necho")).join("\n");
  const answers = (await shell(script)).trim().split("\n");
  assert.equal(answers.length, examples.length + 1 + 2 + 1 + 1 + 1);
  for (const [index, { email, part }] of examples.entries()) {
    assert.ok(answers[index]!.includes(part), `${email}: ${answers[index]}`);
    assert.ok(answers[index]!.includes(`"email":"${email}"`));
  }
  const [joined, read, cancelled, shown, replayed, unregistered] = answers
    .slice(examples.length)
    .map((answer) => JSON.parse(answer));
  assert.equal(joined.status, "waitsupplier");
  assert.deepEqual([read.status, read.event.email], ["complete", "cancel-declined@sandbox.test"]);
  assert.deepEqual([cancelled.isValid, cancelled.errors[0].code], [false, "cancel-declined"]);
  assert.deepEqual(
    shown.values.map((value: { orderId: string; status: string }) => [value.orderId, value.status]),
    ["complete", "waitcancel", "complete"].map((status) => [read.id, status]),
  );
  assert.equal(replayed.id, shown.values[0].id);
  assert.equal(replayed.attempts.at(-1).replay, true);
  assert.deepEqual([unregistered.status, unregistered.code], [404, "not-found"]);

  const [, example] = /^```json\n(.*?)^```$/ms.exec(page)!;
  const expected = JSON.parse(example!);
  assert.deepEqual(Object.keys(shown), Object.keys(expected));
  assert.deepEqual(Object.keys(shown.values[0]), Object.keys(expected.values[0]));
  assert.deepEqual(Object.keys(replayed.attempts[0]), Object.keys(expected.values[0].attempts[0]));
});
