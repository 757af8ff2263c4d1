import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { type Corpus, exchangeAll, recordedLanguages } from "./corpus/exchanges.ts";

test("the answers of the ten published operations in es and pt are the recorded ones, byte for byte", async () => {
  const recorded: Corpus = JSON.parse(await readFile(new URL("corpus/answers.json", import.meta.url), "utf8"));
  const answers = await exchangeAll(recordedLanguages);
  assert.deepEqual(Object.keys(answers), Object.keys(recorded));
  const changed = Object.keys(recorded).filter((name) => answers[name] !== recorded[name]);
  assert.deepEqual(
    changed.map((name) => ({ name, answer: answers[name] })),
    changed.map((name) => ({ name, answer: recorded[name] })),
  );
});
