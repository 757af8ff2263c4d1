import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { siteRoute } from "../../src/site/directory.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Answer, askAt, type Sent } from "../support/http.ts";
import { startCaddy } from "../support/servers/caddy.ts";
import { startNginx } from "../support/servers/nginx.ts";
import { requireTool } from "../support/tools.ts";

/** The shipped proxy files forward the public paths and nothing else, however an address is spelled. */

interface Proxy {
  ask(path: string, sent?: Sent): Promise<Answer>;
  stop(): Promise<void>;
}

const proxies: [
  name: string,
  skip: string | false,
  start: (url: string, change?: (text: string) => string) => Promise<Proxy>,
][] = [
  ["nginx", requireTool("nginx", "nginx"), startNginx],
  ["Caddy", requireTool("caddy", "caddy"), startCaddy],
];

let app: TestApp;
before(async () => {
  app = await startApp({ config: { trustProxy: ["127.0.0.1"] } });
});
after(() => app.stop());
const atPaseo = (path: string, sent?: Sent) => askAt({ port: Number(new URL(app.url).port), path }, sent);

/** The path of each route, with values for its parameters. */
function routes(): string[] {
  const parts: string[] = [];
  const found = app.app.http
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", label, methods] = /^([ │]*)[├└]── (\S*?)(?: \(([\w, ]+)\))?$/.exec(line) ?? [];
      if (label === undefined) return [];
      parts.splice(indent.length / 4, Infinity, label);
      return methods ? [parts.join("")] : [];
    });
  const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  // Only addresses of sites, which the service rewrites, reach their routes.
  const reachable = found.filter((path) => !path.startsWith(siteRoute));
  return reachable.map((path) =>
    path
      .replace(/:lang\b/g, "es")
      .replace(/:\w+/g, id)
      .replace(/\/?\*/, "/index.html"),
  );
}

/** What operators use. Every other route is public: a new one must be in the files. */
const isInternal = (path: string) => /^\/(metrics|healthz|readyz|console|admin)(\/|$)/.test(path);

/** Spellings of a path, of which the router accepts some. */
function spellingsOf(path: string): string[] {
  const [, first] = path.split("/") as [string, string];
  const encoded = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
  const upper = (text: string) => text.toUpperCase();
  const rest = path.slice(1 + first.length);
  return [
    path,
    `${path}/`,
    `${path}//`,
    upper(path),
    `/${upper(first[0]!)}${first.slice(1)}${rest}`,
    `${upper(path)}/`,
    `//${path.slice(1)}`,
    `///${path.slice(1)}`,
    `/.${path}`,
    `/./${path.slice(1)}/.`,
    `/x/..${path}`,
    `/api/..${path}`,
    `/api/../${path}`,
    `/api/%2e%2e${path}`,
    `/api/.%2E${path}`,
    `/api/..%2f${path.slice(1)}`,
    `/api%2f..${path}`,
    `/api/%252e%252e${path}`,
    `/api/..\\${path.slice(1)}`,
    `/api/..;${path}`,
    `/docs/../..${path}`,
    `${path}/../${first}${rest}`,
    `${path}/../api/products`,
    `${path};/../api/products`,
    `${path}%3f/../api/products`,
    `${path}%3b/../../api/products`,
    `${path}%2f..%2fapi%2fproducts`,
    `${path}#/../api/products`,
    `/${encoded(first[0]!)}${first.slice(1)}${rest}`,
    `/${encoded(first)}${rest}`,
    `/${upper(encoded(upper(first)))}${rest}`,
    `/%25${encoded(first[0]!).slice(1)}${first.slice(1)}${rest}`,
    `%2f${path.slice(1)}`,
    `/%2f${path.slice(1)}`,
    `${path}%2f`,
    `${path}?`,
    `${path}?a=/api/products`,
    `${path};`,
    `${path}.`,
    `${path}%20`,
    `${path}%00`,
    `${path}%0a`,
    `http://127.0.0.1${path}`,
    `http://127.0.0.1/api/..${path}`,
  ];
}

for (const [name, skip, start] of proxies) {
  describe(`behind ${name} with the shipped file`, { skip }, () => {
    let proxy: Proxy;
    before(async () => {
      proxy = await start(app.url);
    });
    after(() => proxy?.stop());

    test("every public route is reached, and no other", async () => {
      const all = routes();
      assert.ok(all.includes("/") && all.includes("/api/es/eventbook") && all.filter(isInternal).length > 50, `${all}`);
      for (const path of all) {
        const { status, headers } = await proxy.ask(path, { method: "OPTIONS" });
        if (isInternal(path)) assert.equal(status, 404, path);
        else assert.ok(status === 204 && /GET|POST/.test(headers.allow!), `${path} is not forwarded: ${status}`);
      }
      for (const path of ["/docs/", "/kit/", "/openapi.json", "/docs/en/checkout.md", "/llms.txt", "/API/Products"])
        assert.equal((await proxy.ask(path)).status, (await atPaseo(path)).status, path);
    });

    test("no spelling that the router accepts leads to what is for operators", async () => {
      let accepted = 0;
      for (const path of routes().filter((route) => isInternal(route) && !/^\/admin\/api\/.*\//.test(route))) {
        for (const spelling of spellingsOf(path)) {
          const direct = await atPaseo(spelling);
          if (direct.status === 400 || direct.status === 404) continue;
          accepted++;
          const { status } = await proxy.ask(spelling);
          assert.ok(
            status === 404 || status === 400,
            `${spelling}: ${status} through ${name}, ${direct.status} at Paseo`,
          );
        }
      }
      assert.ok(accepted > 100, `${accepted} spellings were accepted`);
    });

    test("the back office can be opened to a network, and to no other", async () => {
      const opened = (network: string) => (text: string) =>
        text
          .replace(/# The back office\. .*\n((?:[ \t]*#.*\n)+)/, (_all, lines: string) =>
            lines.replace(/^(\s*)#/gm, "$1"),
          )
          .replace("192.0.2.0/24", network);
      for (const [network, status] of [
        ["127.0.0.0/8", 200],
        ["192.0.2.0/24", name === "nginx" ? 403 : 404],
      ] as const) {
        const changed = await start(app.url, opened(network));
        try {
          assert.equal((await changed.ask("/admin/openapi.json")).status, status, network);
          assert.notEqual((await changed.ask("/console")).status, status === 200 ? 404 : 200);
          for (const path of ["/metrics", "/api/../readyz", "/admin/../metrics", "/console/..%2fmetrics"])
            assert.equal((await changed.ask(path)).status, 404, path);
        } finally {
          await changed.stop();
        }
      }
    });
  });
}
