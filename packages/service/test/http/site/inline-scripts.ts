import assert from "node:assert/strict";
import { createHash } from "node:crypto";

/** Every script of a page is a file, or allowed by its hash; the page has no inline style and no handler. */
export function assertInlineScriptsHashed(html: string, policy: string): void {
  for (const [, attributes, text] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\ssrc="\/docs\//.test(attributes!)) assert.equal(text, "");
    else assert.ok(policy.includes(`'sha256-${createHash("sha256").update(text!).digest("base64")}'`), text);
  }
  assert.doesNotMatch(html, /<style|\son\w+=|\sstyle=/);
}
