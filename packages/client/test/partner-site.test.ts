import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Demo, root } from "../../service/test/guide/demo.ts";
import { freePort } from "../../service/test/support/servers/postgres.ts";
import { until } from "../../service/test/support/until.ts";

/** The example of a partner's site, used on the demo as a customer would. */

let demo: Demo;
let site: ChildProcess;
let base: string;

before(async () => {
  demo = await Demo.make();
  // The site is on this machine.
  await demo.run({ CALLBACK_ALLOW_PRIVATE: "true" });
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const env = { ...process.env, PASEO: demo.url, PORT: `${port}` };
  site = spawn(process.execPath, [join(root, "examples/partner-site/site.ts")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(site.stdout!, "data");
});
after(async () => {
  site?.kill();
  await demo?.close();
});

const open = async (path: string, form?: URLSearchParams): Promise<string> => {
  const answer = await fetch(new URL(path, base), form ? { method: "POST", body: form } : {});
  const html = await answer.text();
  assert.equal(answer.status, 200, html);
  return html;
};
const plain = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
const links = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => plain(href!));
/** Reads the names and values of a form's fields. */
const fields = (form: string) =>
  [...form.matchAll(/<input[^>]* name="([^"]*)"(?:[^>]* value="([^"]*)")?/g)].map(
    ([, name, value]) => [plain(name!), plain(value ?? "")] as [string, string],
  );

const formOf = (sent: (readonly [string, string])[]) => new URLSearchParams(Object.fromEntries(sent));

test("a customer searches, picks a day, holds seats, pays and gets a voucher", async () => {
  assert.ok(links(await open("/")).length > 1, "all products");
  for (const calendar of links(await open("/?q=flamenco"))) {
    const [day] = links(await open(calendar));
    if (!day) continue;
    const [form] = (await open(day)).match(/<form[\s\S]*?<\/form>/g) ?? [];
    const ticket = fields(form!).find(([name]) => name !== "event")![0];
    const held = await open(
      "/hold",
      formOf([...fields(form!), [ticket, "2"] as const].filter(([, value]) => value !== "0")),
    );
    const answers: Record<string, string> = { email: "guest@example.com", phone: "+34 600 000 000" };
    const filled = fields(held).map(([name, value]) => [name, value || (answers[name] ?? "Ada")] as const);
    const booked = await open("/book", formOf(filled));
    assert.match(booked, /Your order is (TEST-)?\d+-EN/);
    const voucher = await until(async () => {
      const html = await open(links(booked)[0]!);
      return links(html).find((href) => href.includes("/voucher/"));
    }, "the callback with the voucher");
    const pdf = await fetch(new URL(new URL(voucher).pathname, demo.url));
    assert.match(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      /%PDF-/,
    );
    return;
  }
  assert.fail("no flamenco with a free day");
});

test("an unknown address is a 404, and a service that is away a sentence", async () => {
  assert.equal((await fetch(`${base}/nothing`)).status, 404);
  const away = await fetch(`${base}/calendar?product=none`);
  assert.equal(away.status, 502);
  assert.match(await away.text(), /^<p>[^<]+<\/p>$/);
});
