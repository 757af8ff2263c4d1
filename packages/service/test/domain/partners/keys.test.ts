import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { keyBits, leastKeyBits } from "../../../src/domain/partners/keys.ts";

/** Keys that a channel has issued. */

test("a key that a channel has issued needs 128 random bits", () => {
  const weak = [
    "aaaaaaaaaaaaaaaa",
    "a".repeat(200),
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "zyxwvutsrqponmlkjihgfedcba9876543210",
    "viator-viator-viator-viator-viator-viator",
    "12345678901234567890123456789012345678901234567890",
    "issued-by-viator",
    randomBytes(12).toString("hex"),
    randomBytes(12).toString("base64url"),
  ];
  for (const key of weak) assert.ok(keyBits(key) < leastKeyBits, `${key}: ${keyBits(key)}`);
  for (let n = 0; n < 100; n++)
    for (const key of [
      randomBytes(32).toString("base64url"),
      randomBytes(20).toString("hex"),
      randomUUID() + randomUUID(),
    ])
      assert.ok(keyBits(key) >= leastKeyBits, `${key}: ${keyBits(key)}`);
});
