import assert from "node:assert/strict";
import { test } from "node:test";
import { allSettings, readConfig, settingsTable } from "../../src/config.ts";
import { refused } from "./refused.ts";

const programEnvironment = {
  LD_LIBRARY_PATH: undefined,
  LD_PRELOAD: undefined,
  PATH: undefined,
  SystemRoot: undefined,
};

test("an empty environment gives the documented defaults, and empty means unset", () => {
  const defaults = {
    port: 8080,
    host: "127.0.0.1",
    probePort: undefined,
    dataDir: "./data",
    programEnvironment,
    databaseUrl: undefined,
    databaseReadUrl: undefined,
    databasePoolSize: 10,
    databasePrepared: "auto",
    databaseWaitSeconds: 5,
    databaseStatementSeconds: 5,
    databaseLockSeconds: 3,
    databaseIdleTransactionSeconds: 10,
    slowStatementMs: 1000,
    pageCacheMb: 64,
    ...{ xmlNamespace: "urn:paseo:partner", offeredLanguages: ["es", "pt", "en"] },
    readAccess: "open",
    orderAccess: "masked",
    trustProxy: undefined,
    corsOrigins: undefined,
    partnerRequestsPerMinute: 0,
    priceHoldMinutes: 30,
    changeQuoteMinutes: 30,
    requestWaitSeconds: 10,
    ...{ holdMinutes: 15, holdExtensions: 2, holdsPerPartner: 50, heldSeatsPerPartner: 200 },
    sandbox: false,
    publicUrl: undefined,
    projectUrl: undefined,
    operatorName: "Paseo",
    operatorPhone: undefined,
    secondFactor: "optional",
    supplierWaitSeconds: 4,
    smtpUrl: undefined,
    mailFrom: "paseo@localhost",
    supplierFolders: undefined,
    callbackAllowPrivate: false,
    doorHoursBefore: 3,
    doorHoursAfter: 6,
    secretsKey: undefined,
    secretsKeyFormer: undefined,
    personalDataDays: 90,
    logLevel: "info",
    telemetry: undefined,
  };
  assert.deepEqual(readConfig({}), defaults);
  assert.deepEqual(readConfig(Object.fromEntries(Object.keys(allSettings).map((name) => [name, ""]))), defaults);
});

test("every setting is read", () => {
  assert.deepEqual(
    readConfig({
      PORT: "0",
      HOST: "::1",
      PROBE_PORT: "9090",
      DATA_DIR: "/var/lib/paseo data",
      DATABASE_URL: "postgresql://paseo@db.internal:5433/paseo?sslmode=require",
      DATABASE_READ_URL: "postgres://paseo@replica.internal/paseo",
      DATABASE_POOL_SIZE: "25",
      DATABASE_PREPARED: "no",
      DATABASE_WAIT_SECONDS: "7",
      DATABASE_STATEMENT_SECONDS: "90",
      DATABASE_LOCK_SECONDS: "4",
      DATABASE_IDLE_TRANSACTION_SECONDS: "20",
      SLOW_STATEMENT_MS: "250",
      PAGE_CACHE_MB: "256",
      ...{ XML_NAMESPACE: "http://tempuri.org/", OFFERED_LANGUAGES: "pt, ES" },
      READ_ACCESS: "key",
      ORDER_ACCESS: "open",
      TRUST_PROXY: "10.0.0.7, 2001:db8::/32,loopback",
      CORS_ORIGINS: "https://shop.example.com, http://localhost:3000",
      PARTNER_REQUESTS_PER_MINUTE: "6000",
      PRICE_HOLD_MINUTES: "1440",
      CHANGE_QUOTE_MINUTES: "60",
      REQUEST_WAIT_SECONDS: "30",
      ...{ HOLD_MINUTES: "120", HOLD_EXTENSIONS: "0", HOLDS_PER_PARTNER: "0", HELD_SEATS_PER_PARTNER: "100000" },
      SANDBOX: "true",
      PUBLIC_URL: "https://tickets.example.com/paseo/",
      PROJECT_URL: "https://code.example.com/paseo",
      OPERATOR_NAME: "Paseos del Sur, S. A.",
      OPERATOR_PHONE: "+34 910 000 000",
      SECOND_FACTOR: "required",
      SUPPLIER_WAIT_SECONDS: "0",
      SMTP_URL: "smtps://paseo:hunter2@mail.example.com:465",
      MAIL_FROM: "tickets@example.com",
      SUPPLIER_FOLDERS: "/srv/suppliers",
      CALLBACK_ALLOW_PRIVATE: "true",
      DOOR_HOURS_BEFORE: "0",
      DOOR_HOURS_AFTER: "24",
      SECRETS_KEY: Buffer.alloc(32, 1).toString("base64"),
      SECRETS_KEY_FORMER: [2, 3].map((n) => Buffer.alloc(32, n).toString("base64url")).join(", "),
      PERSONAL_DATA_DAYS: "30",
      LOG_LEVEL: "silent",
    }),
    {
      port: 0,
      host: "::1",
      probePort: 9090,
      dataDir: "/var/lib/paseo data",
      programEnvironment,
      databaseUrl: "postgresql://paseo@db.internal:5433/paseo?sslmode=require",
      databaseReadUrl: "postgres://paseo@replica.internal/paseo",
      databasePoolSize: 25,
      databasePrepared: "no",
      databaseWaitSeconds: 7,
      databaseStatementSeconds: 90,
      databaseLockSeconds: 4,
      databaseIdleTransactionSeconds: 20,
      slowStatementMs: 250,
      pageCacheMb: 256,
      ...{ xmlNamespace: "http://tempuri.org/", offeredLanguages: ["es", "pt"] },
      readAccess: "key",
      orderAccess: "open",
      trustProxy: ["10.0.0.7", "2001:db8::/32", "loopback"],
      corsOrigins: ["https://shop.example.com", "http://localhost:3000"],
      partnerRequestsPerMinute: 6000,
      priceHoldMinutes: 1440,
      changeQuoteMinutes: 60,
      requestWaitSeconds: 30,
      ...{ holdMinutes: 120, holdExtensions: 0, holdsPerPartner: 0, heldSeatsPerPartner: 100_000 },
      sandbox: true,
      publicUrl: "https://tickets.example.com/paseo",
      projectUrl: "https://code.example.com/paseo",
      operatorName: "Paseos del Sur, S. A.",
      operatorPhone: "+34 910 000 000",
      secondFactor: "required",
      supplierWaitSeconds: 0,
      smtpUrl: "smtps://paseo:hunter2@mail.example.com:465",
      mailFrom: "tickets@example.com",
      supplierFolders: "/srv/suppliers",
      callbackAllowPrivate: true,
      doorHoursBefore: 0,
      doorHoursAfter: 24,
      secretsKey: Buffer.alloc(32, 1),
      secretsKeyFormer: [Buffer.alloc(32, 2), Buffer.alloc(32, 3)],
      personalDataDays: 30,
      logLevel: "silent",
      telemetry: undefined,
    },
  );
});

const bad: [name: string, value: string][] = [
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "80a"],
  ["PORT", "8e3"],
  ["PORT", " "],
  ["PROBE_PORT", "0"],
  ["PROBE_PORT", "65536"],
  ["HOST", "http://localhost"],
  ["HOST", "my host"],
  ["DATABASE_URL", "mysql://root:hunter2@db/paseo"],
  ["DATABASE_URL", "hunter2"],
  ["DATABASE_READ_URL", "http://hunter2@replica/paseo"],
  ["DATABASE_POOL_SIZE", "1"],
  ["DATABASE_PREPARED", "always"],
  ["PAGE_CACHE_MB", "0"],
  ["OFFERED_LANGUAGES", "es,pt,xx"],
  ["PAGE_CACHE_MB", "64 MB"],
  ["XML_NAMESPACE", "partner"],
  ["XML_NAMESPACE", "urn:a b"],
  ["XML_NAMESPACE", 'urn:a"'],
  ["XML_NAMESPACE", `urn:${"x".repeat(252)}`],
  ["XML_NAMESPACE", "http://www.w3.org/2000/xmlns/"],
  ["DOOR_HOURS_AFTER", "25"],
  ["SECRETS_KEY", Buffer.from("hunter2").toString("base64")],
  ["SECRETS_KEY", Buffer.alloc(33).toString("base64")],
  ["SECRETS_KEY", `${Buffer.alloc(32).toString("base64")},${Buffer.alloc(32).toString("base64")}`],
  ["SECRETS_KEY_FORMER", `${Buffer.alloc(32).toString("base64")},`],
  ["READ_ACCESS", "Open"],
  ["READ_ACCESS", "closed"],
  ["ORDER_ACCESS", "hidden"],
  ["TRUST_PROXY", "0"],
  ["CORS_ORIGINS", "shop.example.com"],
  ["CORS_ORIGINS", "https://shop.example.com/"],
  ["CORS_ORIGINS", "https://shop.example.com,"],
  ["PARTNER_REQUESTS_PER_MINUTE", "-1"],
  ["TRUST_PROXY", "33"],
  ["TRUST_PROXY", "true"],
  ["TRUST_PROXY", "10.0.0.0/33"],
  ["TRUST_PROXY", "proxy.internal"],
  ["TRUST_PROXY", "10.0.0.1,"],
  ["PRICE_HOLD_MINUTES", "1441"],
  ["CHANGE_QUOTE_MINUTES", "0"],
  ["PRICE_HOLD_MINUTES", "1.5"],
  ["SANDBOX", "yes"],
  ["SANDBOX", "TRUE"],
  ["PUBLIC_URL", "tickets.example.com"],
  ["PUBLIC_URL", "ftp://tickets.example.com"],
  ["PUBLIC_URL", "https://tickets.example.com/?a=b"],
  ["PUBLIC_URL", "https://somebody:else@tickets.example.com"],
  ["OPERATOR_NAME", "x".repeat(101)],
  ["OPERATOR_NAME", "Paseo\nBcc: all"],
  ["SUPPLIER_WAIT_SECONDS", "21"],
  ["SMTP_URL", "http://hunter2@mail.example.com"],
  ["SMTP_URL", "hunter2"],
  ["SUPPLIER_FOLDERS", "suppliers"],
  ["MAIL_FROM", "tickets"],
  ["MAIL_FROM", "Tickets <tickets@example.com>"],
  ["CALLBACK_ALLOW_PRIVATE", "1"],
  ["PERSONAL_DATA_DAYS", "0"],
  ["LOG_LEVEL", "verbose"],
];
for (const [name, value] of bad) {
  test(`${name}=${value.slice(0, 40)} stops with a message that has the name and the accepted values`, () => {
    const message = refused({ [name]: value });
    assert.match(message, new RegExp(`^${name} is .+ must be .+\\.$`));
    assert.ok(message.includes(allSettings[name as keyof typeof allSettings].accepts));
    assert.equal(message.split("\n").length, 1);
    assert.ok(!message.includes("hunter2"), "a password was shown");
    if (!("secret" in allSettings[name as keyof typeof allSettings]))
      assert.ok(message.includes(JSON.stringify(value)), "the message lacks the given value");
  });
}

test("a replica without its primary is refused, and its address is not shown", () => {
  const message = refused({ DATABASE_READ_URL: "postgres://paseo:hunter2@replica/paseo" });
  assert.match(message, /^DATABASE_READ_URL is .+ DATABASE_URL must be .+\.$/);
  assert.ok(!message.includes("hunter2"));
});

test("a server that the environment names for other programs is not ignored without DATABASE_URL", () => {
  for (const name of [
    "DB_URL",
    "POSTGRES_URL",
    "POSTGRESQL_URL",
    "PGHOST",
    "PGHOSTADDR",
    "PGPORT",
    "PGDATABASE",
    "PGUSER",
  ])
    assert.match(
      refused({ [name]: "postgres://paseo:hunter2@db/paseo" }),
      new RegExp(
        `^The environment names a PostgreSQL server by ${name}, which Paseo does not read: set DATABASE_URL [^\\n]*, or unset it [^\\n]*\\.$`,
      ),
    );
  assert.match(refused({ PGUSER: "paseo", PGHOST: "db" }), / by PGHOST, PGUSER, .* unset them /);
  assert.equal(refused({ PGHOST: "db", DATABASE_URL: "postgres://paseo@db/paseo" }), "");
  assert.equal(refused({ PGHOST: "", PGPASSWORD: "hunter2" }), "");
  for (const name of ["HOST", "HOSTADDR", "PORT", "DATABASE", "USER", "SERVICE", "SERVICEFILE", "PASSFILE"])
    assert.match(refused({ [`PG${name}`]: "x" }), new RegExp(`by PG${name}, which Paseo does not read`));
});

test("several invalid settings each get a message", () => {
  const lines = refused({ PORT: "x", READ_ACCESS: "no", log_level: "info" }).split("\n");
  assert.deepEqual(
    lines.map((line) => line.split(" ")[0]),
    ["PORT", "READ_ACCESS", "log_level"],
  );
});

test("the table for the docs has a row for every setting", () => {
  const rows = settingsTable().trim().split("\n").slice(2);
  assert.deepEqual(
    rows.map((row) => row.split("`")[1]),
    Object.keys(allSettings),
  );
  assert.ok(rows.every((row) => row.split(" | ").length === 4));
});
