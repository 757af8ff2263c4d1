import assert from "node:assert/strict";
import { test } from "node:test";
import { consoleHeaders } from "../../../src/http/site/console.ts";
import { docsPolicy } from "../../../src/http/site/docs.ts";
import { documentationPolicy } from "../../../src/http/site/documentation/layout.ts";
import { supplierPagePolicy } from "../../../src/http/site/supplier-page.ts";

/** The Content-Security-Policy of each kind of page. */
const policies = {
  console: consoleHeaders["content-security-policy"],
  reference: docsPolicy,
  documentation: documentationPolicy,
  supplier: supplierPagePolicy,
};

const directives = (policy: string): Map<string, string[]> =>
  new Map(
    policy.split(";").map((directive) => {
      const [name, ...values] = directive.trim().split(/\s+/);
      return [name!, values];
    }),
  );

for (const [page, policy] of Object.entries(policies))
  test(`the ${page} page loads nothing from elsewhere, has no base, no plugin and no frame around it`, () => {
    const given = directives(policy);
    const of = (name: string) => given.get(name) ?? given.get("default-src");
    assert.deepEqual(of("object-src"), ["'none'"]);
    assert.deepEqual(given.get("base-uri"), ["'none'"]);
    assert.deepEqual(given.get("frame-ancestors"), ["'none'"]);
    assert.ok(["'none'", "'self'"].includes(given.get("form-action")!.join(" ")));
    for (const source of of("script-src")!) assert.match(source, /^'(none|self|wasm-unsafe-eval|sha256-[^']+)'$/);
    for (const [name, sources] of given)
      for (const source of sources) assert.match(source, /^('.*'|data:|blob:)$/, `${name} allows another host`);
  });
