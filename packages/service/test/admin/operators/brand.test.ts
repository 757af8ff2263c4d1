import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import sharp from "sharp";
import { deleteUnusedPhotos } from "../../../src/domain/photos/unnamed.ts";
import { Mailbox } from "../../suppliers/mailbox.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { Pdf } from "../../vouchers/reading.ts";

/** The operator's logo, colour and contact: set by an owner, and shown by pages, e-mails and vouchers. */

const none = { name: null, logo: null, colour: null, taxNumber: null, email: null, dayPhone: null };
const contact = { taxNumber: "NIF B00000000", email: "hello@example.com", dayPhone: "+34 600 000 111" };
/** A logo whose right half is transparent. */
const drawn = (fill: string) =>
  sharp({ create: { width: 150, height: 60, channels: 4, background: fill } }).extend({
    right: 150,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  });

onPostgres("the operator's brand", (open) => {
  const mailbox = new Mailbox();
  let app: TestApp;
  let partner: Partner;
  let owner: Operator;
  before(async () => {
    await mailbox.open();
    const config = { smtpUrl: mailbox.url, mailFrom: "reservas@paseo.example", operatorName: "Paseo & Tours" };
    app = await startApp({ open, config: { ...config, operatorPhone: "+34 910 000 000" } });
    partner = new Partner(app);
    owner = await signedIn(app, "owner");
  });
  afterEach(() => owner.ask("PUT", "/brand", none));
  after(async () => {
    await app.stop();
    await mailbox.close();
  });
  const sheet = async () => (await fetch(`${app.url}/docs/brand.css`)).text();
  const shown = async () => (await fetch(`${app.url}/admin/api/brand`)).json() as Promise<Record<string, unknown>>;
  const logo = async (fill = "#102030") =>
    (await owner.upload("/brand/logo", "image/png", await drawn(fill).png().toBuffer())) as { id: string };

  test("logo and colour are public, and the pages take them from one style sheet", async () => {
    assert.deepEqual(await shown(), { name: "Paseo & Tours", logo: null, colours: null });
    assert.doesNotMatch(await sheet(), /\{/);
    assert.equal((await fetch(`${app.url}/docs/icon`)).headers.get("content-type"), "image/svg+xml");
    const { id } = await logo();
    await owner.ask("PUT", "/brand", { ...none, logo: id, colour: "#FFCC00" });
    const { logo: seen, colours } = (await shown()) as {
      logo: unknown;
      colours: { band: string; light: { accent: string } };
    };
    assert.deepEqual(seen, { id, ground: "light", width: 300, height: 60 });
    assert.equal(colours.band, "#ffcc00");
    const css = await sheet();
    assert.ok(css.includes(`light-dark(${colours.light.accent}, `), css);
    assert.ok(css.includes(`url("/photos/${id}/640.webp")`), css);
    for (const path of ["/?lang=en", "/docs/en", "/docs/en/status", "/docs/reference"]) {
      const page = await (await fetch(app.url + path)).text();
      assert.ok(page.includes('<link rel="stylesheet" href="/docs/brand.css">'), path);
      assert.ok(page.includes('class="operator-logo"'), path);
    }
    const missing = await fetch(`${app.url}/supplier/none`);
    assert.match(missing.headers.get("content-security-policy")!, /style-src 'sha256-\S+' 'self'; img-src 'self';/);
    assert.ok((await missing.text()).includes("/docs/brand.css"));
    const etag = (await fetch(`${app.url}/docs/brand.css`)).headers.get("etag")!;
    assert.equal((await fetch(`${app.url}/docs/brand.css`, { headers: { "if-none-match": etag } })).status, 304);
    const icon = await fetch(`${app.url}/docs/icon`, { redirect: "manual" });
    assert.deepEqual([icon.status, icon.headers.get("location")], [302, `/photos/${id}/640.webp`]);
  });

  test("a light logo asks for a dark ground, an opaque one for none", async () => {
    const opaque = await sharp({ create: { width: 90, height: 60, channels: 3, background: "white" } })
      .jpeg()
      .toBuffer();
    const grounds = [];
    for (const { id } of [await logo("#fafafa"), await owner.upload("/brand/logo", "image/jpeg", opaque)]) {
      await owner.ask("PUT", "/brand", { ...none, logo: id });
      grounds.push(((await shown()).logo as { ground: string }).ground);
    }
    assert.deepEqual(grounds, ["dark", null]);
  });

  test("what is no logo, no colour or no contact is refused by its name", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><script/></svg>');
    const refused = async (bytes: Uint8Array, type: string) => {
      const answer = await owner.call("POST", "/brand/logo", bytes, { "content-type": type });
      return [answer.status, JSON.parse(answer.text).code];
    };
    assert.deepEqual(await refused(svg, "image/svg+xml"), [415, "unsupported-media-type"]);
    assert.deepEqual(await refused(svg, "image/png"), [400, "logo-refused"]);
    const line = await sharp({ create: { width: 300, height: 20, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    assert.deepEqual(await refused(line, "image/png"), [400, "logo-refused"]);
    const id = `${"0".repeat(64)}-300x60`;
    for (const [field, value] of Object.entries({
      logo: id,
      colour: "red",
      taxNumber: "NIF\nB0",
      email: "nobody",
      dayPhone: "call me",
    })) {
      const answer = await owner.call("PUT", "/brand", { ...none, [field]: value });
      assert.deepEqual([answer.status, JSON.parse(answer.text).errors[0].pointer], [400, `/${field}`], answer.text);
    }
    const desk = await signedIn(app, "orders");
    assert.equal(await desk.refused(403, "PUT", "/brand", none), "role-forbidden");
    assert.deepEqual(await desk.ask("GET", "/brand/settings"), none);
  });

  test("the cleanup job leaves the logo, and deletes a former one after 30 days", async () => {
    const [former, present] = [await logo("#400000"), await logo("#004000")];
    await owner.ask("PUT", "/brand", { ...none, logo: present.id });
    const { db } = app.store.database;
    const now = app.clock.now.getTime();
    for (const day of [0, 31]) await deleteUnusedPhotos(db, new Date(now + day * 86_400_000));
    const status = async (id: string) => (await fetch(`${app.url}/photos/${id}/640.webp`)).status;
    assert.deepEqual([await status(present.id), await status(former.id)], [200, 404]);
  });

  async function bytesOf(address: string): Promise<Uint8Array> {
    const { pathname } = new URL(address);
    return new Uint8Array(await (await fetch(app.url + pathname)).arrayBuffer());
  }

  test("the name that an owner enters is at once on pages, in letters and on vouchers; without one the setting counts", async () => {
    await owner.ask("PUT", "/brand", { ...none, name: "Ruta & Río" });
    assert.equal((await owner.ask("GET", "/brand")).name, "Ruta & Río");
    assert.equal((await owner.ask("GET", "/brand/settings")).name, "Ruta & Río");
    for (const path of ["/", "/docs/en", "/docs/reference"]) {
      const page = await (await fetch(`${app.url}${path}`, { headers: { "accept-language": "en" } })).text();
      assert.match(page, /Ruta &(amp;|#38;)? Río/, path);
    }
    const event = await eventId(app, "show-seat", "2026-06-20T20:00");
    const { id } = await partner.buy(event, { ADULT: 1 }, { email: "guest@example.com" });
    const { voucher } = await owner.ask("POST", `/orders/${id}/confirm`, {});
    assert.ok((await (await Pdf.read(await bytesOf(voucher.address))).text()).includes("Ruta & Río"));
    await owner.ask("POST", `/orders/${id}/sendVoucher`, {});
    const [letter] = mailbox.received.splice(0);
    assert.match(letter!.headers.get("from")!, /Ruta & Río/);
    assert.match(letter!.text, /Ruta & Río/);
    await owner.ask("PUT", "/brand", none);
    assert.equal((await owner.ask("GET", "/brand")).name, "Paseo & Tours");
    assert.match(await (await fetch(`${app.url}/docs/en`)).text(), /Paseo &(amp;|#38;) Tours/);
  });

  test("the preview of a letter has the logo in it", async () => {
    await owner.ask("PUT", "/brand", { ...none, logo: (await logo()).id });
    const { html } = await owner.ask("POST", "/letters/reminder/en/preview", { subject: "S", body: "B" });
    assert.match(html, /<img src="data:image\/png;base64,[A-Za-z0-9+/=]{100,}"/);
    assert.doesNotMatch(html, /cid:/);
  });

  test("a voucher and its e-mail carry logo, tax number and contact", async () => {
    const { id: logoId } = await logo();
    await owner.ask("PUT", "/brand", { ...none, logo: logoId, colour: "#ffcc00", ...contact });
    const event = await eventId(app, "show-seat", "2026-06-20T20:00");
    const { id } = await partner.buy(event, { ADULT: 1 }, { email: "guest@example.com" });
    const { voucher } = await owner.ask("POST", `/orders/${id}/confirm`, {});
    const text = await (await Pdf.read(await bytesOf(voucher.address))).text();
    for (const expected of [
      "El día de la visita, llame al +34 600 000 111.",
      "¿Alguna pregunta? Llámenos al +34 910 000 000.",
      "También puede escribir a hello@example.com.",
      "Paseo & Tours · NIF B00000000",
    ])
      assert.ok(text.includes(expected), `${expected} in ${text}`);

    await owner.ask("POST", `/orders/${id}/sendVoucher`, {});
    const [letter] = mailbox.received.splice(0);
    assert.ok(
      letter!.text
        .trimEnd()
        .endsWith(
          "\n\nPaseo & Tours\nEl día de la visita, llame al +34 600 000 111.\nNIF B00000000\n+34 910 000 000 · hello@example.com\nEste mensaje no es una factura.",
        ),
      letter!.text,
    );
    assert.match(letter!.html, /<img src="cid:logo@paseo" alt="" width="120" height="24"/);
    assert.match(letter!.html, /background:#ffcc00;color:#0b1519/);
    assert.match(
      letter!.html,
      /<strong>Paseo (&amp;|&#38;) Tours<\/strong><br>El día de la visita.*<br>Este mensaje no es una factura\./,
    );
    assert.match(
      letter!.html,
      /<a href="http:\/\/[^"]+\/voucher\/[\w-]{27}" style="display:inline-block;background:#ffcc00/,
    );
    assert.match(letter!.raw, /content-id: <logo@paseo>/i);
  });
});
