import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pino } from "pino";
import PostalMime from "postal-mime";
import type { EmailOutcome } from "../../src/domain/operators/email.ts";
import { createMail, type Mailer } from "../../src/mail/mail.ts";
import { supplierTimeoutMs } from "../../src/suppliers/supplier.ts";
import { freePort } from "../support/servers/postgres.ts";
import { until } from "../support/until.ts";
import { operator } from "./desk-shop.ts";
import { Mailbox } from "./mailbox.ts";

/** Sending e-mails through a mail server that works, and through servers that do not. */

describe("connections to the mail server", { concurrency: true }, () => {
  const letter = {
    to: { name: "Ana", address: "ana@example.com" },
    subject: "s",
    text: "t",
    html: "<p>t",
    attachments: [],
    id: "1.request.0",
    lang: "es" as const,
  };
  const withMailbox = async (work: (mail: Mailer, mailbox: Mailbox) => Promise<void>): Promise<void> => {
    const mailbox = new Mailbox();
    await mailbox.open();
    const mail = mailTo(mailbox.url);
    try {
      await work(mail, mailbox);
    } finally {
      mail.close();
      await mailbox.close();
    }
  };
  const mailTo = (url: string): Mailer =>
    createMail(url, {
      mailFrom: "pedidos@paseo.example",
      config: { operatorName: operator },
      logger: pino({ level: "silent" }),
    });
  const timed = async (posting: Promise<EmailOutcome>): Promise<EmailOutcome & { ms: number }> => {
    const began = performance.now();
    return { ...(await posting), ms: performance.now() - began };
  };

  test("connections stay open for the next letter, and are closed at the end", () =>
    withMailbox(async (mail, mailbox) => {
      for (const id of ["1", "2", "3"]) assert.deepEqual(await mail.post({ ...letter, id }), { posted: true });
      assert.equal(mailbox.received.length, 3);
      assert.equal(mailbox.connections, 1);
    }));

  test("a line break in a name, an address or a subject adds no header and no recipient", () =>
    withMailbox(async (mail, mailbox) => {
      const broken = "\r\nBcc: other@example.com\r\n\r\nbody";
      const to = { name: `Ana${broken}`, address: letter.to.address };
      assert.deepEqual(await mail.post({ ...letter, to, subject: `s${broken}` }), { posted: true });
      await mail.post({ ...letter, to: { name: "Ana", address: `${letter.to.address}${broken}` } });
      for (const { to, headers } of mailbox.received) {
        assert.ok(!to.includes("other@example.com"), `${to}`);
        assert.equal(headers.has("bcc"), false);
      }
      const [first] = mailbox.received;
      assert.deepEqual(first!.to, [letter.to.address]);
      assert.equal(first!.text.trim(), letter.text);
    }));

  test("headers follow RFC 5322 and 2047 with any name, subject, domain and file name, as postal-mime reads them", async () => {
    const mailbox = new Mailbox();
    await mailbox.open();
    const name = 'Ñandú, "Søn" & 東京旅行社 '.repeat(4).trim();
    const options = { mailFrom: "reservas@tours-españa.example", config: { operatorName: name } };
    const mail = createMail(mailbox.url, { ...options, logger: pino({ level: "silent" }) });
    const subject = `Su reserva K7Q — ${"東京の夜景 ".repeat(20)}`.trim();
    const filename = "Bono “Ñandú” 東京 K7Q.pdf";
    const to = { name: "王, 小明", address: "ana@例子.example" };
    const attachments = [{ filename, content: Buffer.from("x"), contentType: "application/pdf" }];
    const text = `ñ ${"x".repeat(1200)}`;
    assert.deepEqual(await mail.post({ ...letter, to, subject, text, attachments }), { posted: true });
    mail.close();
    await mailbox.close();
    const { raw } = mailbox.received[0]!;
    const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
    assert.match(head, /^[\x20-\x7e\t\r\n]+$/);
    for (const line of raw.split("\r\n")) assert.ok(line.length <= 998 && !/[\r\n]/.test(line), line);
    for (const line of head.split("\r\n")) assert.ok(line.length <= 78, line);
    for (const [word, , bytes] of head.matchAll(/=\?UTF-8\?(B)\?([^?]*)\?=/gi)) {
      assert.ok(word.length <= 75, word);
      new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(bytes!, "base64"));
    }
    assert.match(head, /^Message-ID: <1\.request\.0@xn--tours-espaa-beb\.example>$/m);
    const read = await PostalMime.parse(raw);
    assert.deepEqual(read.from, { name, address: "reservas@xn--tours-espaa-beb.example" });
    assert.deepEqual(read.to, [{ name: to.name, address: "ana@xn--fsqu00a.example" }]);
    assert.deepEqual([read.subject, read.text?.trim(), read.attachments[0]!.filename], [subject, text, filename]);
  });

  for (const at of ["connect", "mail", "recipient"] as const)
    test(`no answer at ${at}: the e-mail is given up in time, and was certainly not accepted`, () =>
      withMailbox(async (mail, mailbox) => {
        mailbox.trouble = { at, with: "silence" };
        const { ms, ...posted } = await timed(mail.post(letter));
        const detail = "The mail server did not accept the e-mail within 10 seconds.";
        assert.deepEqual(posted, { posted: false, certain: true, reason: "slow", detail });
        assert.ok(ms >= supplierTimeoutMs - 50, `${ms} ms`);
        assert.equal(mailbox.ended, 0);
      }));

  test("no answer after the whole letter: the e-mail is given up in time, and its outcome is unknown", () =>
    withMailbox(async (mail, mailbox) => {
      mailbox.trouble = { at: "end", with: "silence" };
      const { ms, ...posted } = await timed(mail.post(letter));
      const detail = "The mail server received the whole e-mail, but did not confirm it.";
      assert.deepEqual(posted, { posted: false, certain: false, reason: "unconfirmed", detail });
      assert.ok(ms >= supplierTimeoutMs - 50, `${ms} ms`);
      assert.equal(mailbox.ended, 1);
    }));

  test("a connection that hangs does not delay other e-mails", () =>
    withMailbox(async (mail, mailbox) => {
      mailbox.trouble = { at: "recipient", with: "silence" };
      const hanging = mail.post(letter);
      await until(() => mailbox.connections === 1, "the first connection");
      await until(() => mailbox.silenced === 1, "the first letter to hang");
      mailbox.trouble = null;
      assert.deepEqual(await mail.post({ ...letter, id: "2" }), { posted: true });
      assert.equal((await hanging).posted, false);
    }));

  test("an unreachable or unknown mail server is reported", async () => {
    for (const url of [`smtp://127.0.0.1:${await freePort()}`, "smtp://nowhere.invalid:2525"]) {
      const mail = mailTo(url);
      const posted = await mail.post(letter);
      assert.ok(!posted.posted && posted.certain, JSON.stringify(posted));
      assert.match(posted.detail, /^The mail server cannot be reached or used \(E[A-Z]+\)\.$/);
      mail.close();
    }
  });

  test("it signs in over TLS with SMTP_URL's credentials, and only to a trusted server", async () => {
    const mailbox = new Mailbox({ user: "paseo@example", password: "p/w: ñ%" });
    await mailbox.open();
    const url = (password: string) =>
      mailbox.url.replace("//", `//${encodeURIComponent("paseo@example")}:${encodeURIComponent(password)}@`);
    try {
      for (const [address, expected] of [
        [`${url("p/w: ñ%")}?tls.rejectUnauthorized=false`, { posted: true }],
        [
          url("p/w: ñ%"),
          {
            posted: false,
            certain: true,
            reason: "encryption",
            detail: "The mail server cannot be reached or used (ESOCKET).",
          },
        ],
        [
          `${url("wrong")}?tls.rejectUnauthorized=false`,
          {
            posted: false,
            certain: true,
            reason: "sign-in",
            detail: "The mail server refused the e-mail: 535 Not you",
          },
        ],
      ] as const) {
        const mail = mailTo(address);
        assert.deepEqual(await mail.post(letter), expected);
        mail.close();
      }
      assert.deepEqual(mailbox.signedIn, [{ user: "paseo@example", secure: true }]);
    } finally {
      await mailbox.close();
    }
  });

  test("a connection that the mail server has closed is replaced", () =>
    withMailbox(async (mail, mailbox) => {
      assert.equal((await mail.post({ ...letter, id: "1" })).posted, true);
      mailbox.cut();
      assert.equal((await mail.post({ ...letter, id: "2" })).posted, true);
      assert.equal(mailbox.received.length, 2);
    }));
});
