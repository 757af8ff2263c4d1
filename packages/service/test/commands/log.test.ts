import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { Logger } from "pino";
import { createLogger, requestLogger } from "../../src/log.ts";
import { newSecret } from "../../src/outgoing/signature.ts";

/** The lines that a logger writes. */
function captured(use: (logger: Logger) => void): string[] {
  const lines: string[] = [];
  use(createLogger("info", { destination: { write: (line) => void lines.push(line) } }));
  return lines;
}

test("a line is JSON with time, level, process and fields", () => {
  const [line] = captured((logger) => logger.info({ migrations: ["0001"] }, "migrated"));
  const { time, ...rest } = JSON.parse(line!);
  assert.deepEqual(rest, { level: "info", pid: process.pid, migrations: ["0001"], msg: "migrated" });
  assert.ok(Math.abs(Date.now() - Date.parse(time)) < 5000);
  assert.match(time, /Z$/, "in UTC");
});

test("levels below the setting are not written", () => {
  assert.equal(captured((logger) => logger.debug("x")).length, 0);
});

const personal = [
  "apiKey",
  "ApiKey",
  "api_key",
  "email",
  "phoneNumber",
  "answers",
  "authorization",
  "x-api-key",
  "X-Api-Key",
  "remoteHost",
  "password",
  "cookie",
];
for (const name of personal) {
  test(`${name} is hidden at every depth`, () => {
    const lines = captured((logger) => {
      logger.info({ [name]: "s3cret" }, "a");
      logger.info({ order: { event: { [name]: ["s3cret", { value: "s3cret" }] } } }, "b");
      logger.info({ orders: [{ [name]: { value: "s3cret" } }] }, "c");
    });
    assert.equal(lines.length, 3);
    assert.doesNotMatch(lines.join(), /s3cret/);
  });
}

test("text that looks like a key, a personal address or a password is masked anywhere in the line", () => {
  const lines = captured((logger) => {
    logger.info("key pk_live_Abc123_x for ana.lopez+tours@example.test");
    logger.info({ note: "pk_test_zzz" }, "x");
    logger.child({ who: "ana@example.com.ar" }).warn("child");
    logger.error(new Error("cannot reach postgres://paseo:hunter2@db:5432/paseo"));
    requestLogger(logger).info({ route: "pk_live_Abc123" }, "request");
  });
  assert.equal(lines.length, 5);
  assert.doesNotMatch(lines.join(), /Abc123|zzz|ana|hunter2/);
  for (const line of lines) JSON.parse(line);
});

test("the path of a package in a stack trace stays readable", () => {
  const at = "at serve (file:///opt/paseo/node_modules/@paseo/service/chunks/serve-Ab1.mjs:3:7)";
  const [line] = captured((logger) =>
    logger.error({ stack: `Error: x for ana@example.test\n    ${at}` }, "request failed"),
  );
  assert.ok(line!.includes(at), line);
  assert.doesNotMatch(line!, /ana@/);
});

test("a random key, secret or address of a voucher leaves none of its characters in the line", () => {
  const random = (bytes: number) => randomBytes(bytes).toString("base64url");
  for (let n = 0; n < 500; n++) {
    const texts = [
      `pk_live_${random(32)}`,
      `pk_test_${random(32)}`,
      newSecret(),
      `https://example.com/voucher/${random(20)}`,
      `https://example.com/calendar/${random(32)}.ics`,
      `https://example.com/voucher/${random(20)}#ABCDEFGH`,
    ];
    for (const text of texts) {
      const [line] = captured((logger) =>
        logger.warn({ note: `${text} failed`, list: [text] }, `about ${text}, again`),
      );
      JSON.parse(line!);
      const tail = text.slice(-6);
      assert.ok(!line!.includes(tail), `${text} leaves ${line}`);
    }
  }
});

test("passwords and addresses of unusual characters are masked whole", () => {
  for (const text of ["postgres://paseo:p@ss/w0rd@db:5432/paseo", "smtps://josé:clave@mail.example.com"])
    assert.doesNotMatch(captured((logger) => logger.warn(text)).join(), /w0rd|ss\/|clave|josé/);
  for (const text of ["josé.núñez@correo.example", "ana@españa.example", "o'neil!x@example.com"])
    assert.doesNotMatch(captured((logger) => logger.warn(`for ${text}.`)).join(), /jos|ana|españa|neil/);
});

test("a long line is masked in time in proportion to its length", () => {
  for (const part of ["a", "://", "a.b-", "pk", "/voucher/", "/calendar/"])
    assert.equal(captured((logger) => logger.warn(`${part.repeat(20_000)}@`)).length, 1);
});

test("an error keeps its message, code, stack and causes, but not the row that a database quotes", () => {
  const cause = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (phone)=(5491122) exists",
    parameters: ["5491122"],
  });
  const [line] = captured((logger) => logger.error({ err: new Error("placing failed", { cause }) }, "x"));
  const { err } = JSON.parse(line!);
  assert.equal(err.message, "placing failed");
  assert.match(err.stack, /log\.test\.ts/);
  assert.deepEqual([err.cause.message, err.cause.code], ["duplicate key", "23505"]);
  assert.doesNotMatch(line!, /5491122/);
});

test("no text begins a line of its own", () => {
  const forged = 'x\n{"level":"info","msg":"forged"}\r\n\u2028{"msg":"forged"}';
  const lines = captured((logger) => {
    logger.info({ [forged]: forged }, forged);
    logger.warn({ err: new Error(forged) }, "x");
  });
  for (const line of lines) assert.equal(line.trimEnd().split(/[\r\n]/).length, 1, line);
  assert.equal(lines.length, 2);
});

test("dates, nulls and circles do not break a line", () => {
  const circle: Record<string, unknown> = { at: new Date(0), nothing: null };
  circle.self = circle;
  const [line] = captured((logger) => logger.info({ circle }, "x"));
  assert.equal(JSON.parse(line!).circle.at, "1970-01-01T00:00:00.000Z");
});
