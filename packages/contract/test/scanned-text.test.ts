import assert from "node:assert/strict";
import test from "node:test";
import { hasOtherKeys, readScannedText } from "../src/scanned-text.ts";

test("what a scanner with American keys types at a Spanish or Portuguese computer has the characters of its code", () => {
  const token = "http://host:8080/voucher/Ab-c_D9#K7QF3XMP";
  for (const [typed, expected] of [
    ["httpÑ--hostÑ8080-voucher-Ab'c?D9·K7QF3XMP", token],
    ["httpÑ--hostÑ8080-voucher-Ab'c?D9#K7QF3XMP", token],
    ["httpÇ--hostÇ8080-voucher-Ab'c?D9#K7QF3XMP", token],
    ["httpÇ;;hostÇ8080;voucher;Ab-c_D9#K7QF3XMP", token],
    ["httpsÑ--tickets.example.com-voucher-x\r", "https://tickets.example.com/voucher/x"],
    ["K7QF'3XMP", "K7QF-3XMP"],
    ["TEST'K7Q'M3X'HP4'ES", "TEST-K7Q-M3X-HP4-ES"],
    [` ${token} `, token],
    ["K7QF-3XMP", "K7QF-3XMP"],
    ["100123-ES", "100123-ES"],
    ["Ab-c_D9", "Ab-c_D9"],
  ] as const)
    assert.equal(readScannedText(typed), expected, typed);
  assert.ok(hasOtherKeys("https.!!host!voucher!x") && hasOtherKeys("httpÖ--host-voucher-x"));
  assert.ok(!hasOtherKeys(token) && !hasOtherKeys("httpÑ--host-voucher-x") && !hasOtherKeys("K7QF'3XMP"));
});
