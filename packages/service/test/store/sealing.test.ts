import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { allRoles } from "../../src/admin/operation.ts";
import { adminOperations } from "../../src/admin/operations.ts";
import { discardSecrets } from "../../src/commands/secrets.ts";
import { rotateSecret, signingSecrets } from "../../src/domain/callbacks/signing-secrets.ts";
import { exportOrder } from "../../src/domain/orders/personal-data.ts";
import { createLogger } from "../../src/log.ts";
import type { Db } from "../../src/store/database/database.ts";
import {
  checkSecretKeys,
  countSecrets,
  keyId,
  resealSecrets,
  SecretsKeyMissing,
  sealSecret,
  unsealSecret,
  useSecretKeys,
} from "../../src/store/database/sealing.ts";
import { orderSale } from "../../src/store/sale/order-sales.ts";
import { moveSupplierSecrets } from "../../src/store/suppliers/supplier-settings.ts";
import { supplierLinkKey, supplierSecrets, supplierToCall } from "../../src/store/suppliers/suppliers.ts";
import { secretsOfKinds, supplierKinds } from "../../src/suppliers/kinds.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { Operator, signedIn, testPassword } from "../support/console.ts";
import { eventId, Partner } from "../support/partner.ts";
import { show, testCatalogue } from "../support/samples/catalogue.ts";
import { partnerId } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { send } from "../support/wire.ts";

/** Secrets at rest: encrypted with SECRETS_KEY, decrypted with it and with former keys, and stored nowhere in clear text. */

const [first, second] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
const supplier = {
  externalId: "theatre",
  name: "Theatre",
  kind: "http",
  settings: { url: "http://127.0.0.1:9/" },
} as const;
const catalogue = {
  ...testCatalogue,
  suppliers: [supplier],
  products: [{ ...show, immediateBooking: true, supplier: "theatre" }],
};

/** Returns every secret of the store, decrypted. */
async function allSecrets(app: TestApp): Promise<string[]> {
  const { db } = app.app.service;
  return [
    ...(await signingSecrets(db, { partnerId: await partnerId(app) })),
    ...(await signingSecrets(db, await theatre(db))),
    (await supplierLinkKey(db)).toString("base64"),
  ];
}

const theatre = async (db: Db) => ({ supplierId: (await supplierSecrets(db, "theatre"))!.id });

/** Returns every text in every table, as in a dump of the database. */
async function everything(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const texts: string[] = [];
  for (const { name } of rows) {
    const all = await sql<{ row: string }>`select t::text as row from ${sql.id(name)} t`.execute(db);
    texts.push(...all.rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

const codeOf = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

onPostgres("secrets at rest", (open) => {
  let app: TestApp;
  let db: Db;
  const lines: string[] = [];
  const use = (key: Buffer | undefined, former: Buffer[] = []) => useSecretKeys(db, { key, former });
  const keysInUse = async () => [...new Set((await countSecrets(db)).map(({ key }) => key))].sort();
  before(async () => {
    const logger = createLogger("debug", { destination: { write: (line) => void lines.push(line) } });
    const config = { secretsKey: first, callbackAllowPrivate: true };
    app = await startApp({ open, catalogue, config, logger });
    db = app.app.service.db;
  });
  after(() => app.stop());

  test("secrets are stored encrypted, and read again", async () => {
    const partner = { partnerId: await partnerId(app) };
    const rotated = [await signingSecrets(db, partner), await rotateSecret(db, partner)].flat();
    const [former] = await signingSecrets(db, await theatre(db));
    const present = await rotateSecret(db, await theatre(db));
    assert.deepEqual((await supplierSecrets(db, "theatre"))!.secrets, [present, former]);
    assert.deepEqual((await signingSecrets(db, partner)).toSorted(), rotated.toSorted());
    const dump = await everything(db);
    for (const secret of await allSecrets(app)) assert.ok(!dump.includes(secret), secret);
    assert.deepEqual(await keysInUse(), [keyId(first)]);
    assert.equal((await supplierLinkKey(db)).length, 32);
  });

  test("calls to an order's supplier use the decrypted secrets", async () => {
    const { id } = await new Partner(app).buy(await eventId(app, "show-seat", "2026-06-30T20:00"), { ADULT: 1 });
    assert.deepEqual((await orderSale(db, id!))!.supplier!.secrets, (await supplierSecrets(db, "theatre"))!.secrets);
  });

  test("a second factor is encrypted, and its codes work", async () => {
    const operator = await signedIn(app, "owner");
    const { secret } = await operator.ask("POST", "/session/second-factor");
    const code = codeOf(secret, app.clock.now);
    await operator.ask("PUT", "/session/second-factor", { secret, code, presentPassword: testPassword });
    assert.ok(!(await everything(db)).includes(secret));
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    const again = new Operator(app);
    const given = { email: operator.email, password: testPassword };
    await again.ask("POST", "/session", { ...given, code: codeOf(secret, app.clock.now) });
    app.clock.now = testNow;
  });

  test("audit log, exports and catalogue file contain no secret", async () => {
    const owner = await signedIn(app, "owner");
    await owner.ask("GET", "/suppliers/theatre/secret");
    await owner.ask("POST", "/suppliers/theatre/secret");
    const texts = await sql<{ row: string }>`select a::text as row from audit a`.execute(db);
    const order = await new Partner(app).buy(await eventId(app, "show-seat", "2026-06-30T20:00"), { ADULT: 1 });
    const exported = await owner.call("GET", "/catalogue/export");
    const all = [...texts.rows.map(({ row }) => row), JSON.stringify(await exportOrder(db, order.id!)), exported.text];
    for (const secret of await allSecrets(app)) assert.ok(!all.join("\n").includes(secret), secret);
    assert.doesNotMatch(all.join("\n"), /whsec_/);
  });

  test("a secret setting of any kind is in no answer, file, entry, log line or backup", async () => {
    const marker = "MARKER-4f2a9c";
    const owner = await signedIn(app, "owner");
    const kinds = supplierKinds.filter(({ secrets }) => secrets.length > 0);
    assert.ok(kinds.length > 0);
    const samples: Record<string, unknown> = { password: marker, url: "http://127.0.0.1:9/octo", email: "a@b.example" };
    for (const { kind, settings } of kinds) {
      const given = Object.entries(settings.properties).flatMap(([name, one]) => {
        const { input = "" } = one as { input?: string };
        return settings.required?.includes(name) ? [[name, samples[input] ?? "1"] as const] : [];
      });
      const body = { name: kind, kind, settings: Object.fromEntries(given) };
      for (const externalId of [kind, `${kind}-gone`]) await owner.ask("POST", "/suppliers", { externalId, ...body });
      const { settings: shown, revision } = await owner.ask("GET", `/suppliers/${kind}`);
      // As scripts do: the answer is sent again, without the secret, which is kept.
      const { changes } = await owner.ask("PUT", `/suppliers/${kind}`, { ...body, settings: shown, revision });
      assert.equal(changes.counts.suppliers.unchanged, 1, JSON.stringify(changes));
      const moved = { ...body, settings: { ...shown, endpoint: "http://127.0.0.1:9/elsewhere" }, revision };
      const answer = await owner.call("PUT", `/suppliers/${kind}`, moved);
      assert.deepEqual([answer.status, JSON.parse(answer.text).errors[0].pointer], [400, "/settings/key"]);
      await owner.ask("DELETE", `/suppliers/${kind}-gone?revision=1`);
    }
    for (const channel of ["getyourguide", "viator"]) {
      const settings = {
        ...{ active: true, partner: "acme", supplierId: 1, countryCode: "ES", notifyUser: null },
        ...{ notifyAddress: "http://127.0.0.1:8099/notify", notifyPassword: `${marker}-${channel}` },
      };
      await owner.ask("PUT", `/channels/${channel}`, settings);
      const { notifyPassword: _, ...without } = settings;
      await owner.ask("PUT", `/channels/${channel}`, without);
      const moved = { ...without, notifyAddress: "http://127.0.0.1:8099/elsewhere" };
      assert.equal(await owner.refused(400, "PUT", `/channels/${channel}`, moved), "invalid-field");
    }
    const server = { host: "mail.example.com", port: 587, security: "starttls", user: "ana", from: "a@b.example" };
    await owner.ask("PUT", "/mail", { ...server, password: marker });
    const stored = await supplierToCall(db, "octo");
    assert.equal(unsealSecret(db, (stored!.settings.key as { sealed: string }).sealed), marker);

    const texts: string[] = [];
    const idsOf = (path: string) =>
      path.startsWith("/suppliers")
        ? ["octo"]
        : path.startsWith("/channels")
          ? ["getyourguide", "viator"]
          : ["00000000-0000-4000-8000-000000000000"];
    for (const role of allRoles) {
      const operator = await signedIn(app, role);
      for (const { method, path, roles } of adminOperations)
        if (method === "GET" && roles !== "anyone" && roles.includes(role))
          for (const id of path.includes("{") ? idsOf(path) : [""])
            texts.push((await operator.call("GET", path.replaceAll(/\{\w+\}/g, id))).text);
    }
    assert.ok(
      texts.some((text) => text.includes('"hasKey":true')) && texts.some((text) => text.includes("hasPassword")),
    );
    for (const path of ["/octo/supplier", "/octo/products", "/api/products", "/sandbox/callbacks"])
      texts.push((await send(app.url + path, { headers: { authorization: `Bearer ${app.key}` } })).text);
    texts.push(...lines, await everything(db));
    assert.deepEqual(
      texts.filter((text) => text.includes(marker)).map((text) => text.slice(0, 200)),
      [],
    );
  });

  test("a key that an earlier version stored among the settings is moved and sealed, and masked in the audit log", async () => {
    const [key, settings] = ["OLD-KEY-77", { endpoint: "http://127.0.0.1:9/", key: "OLD-KEY-77" }];
    await sql`insert into supplier (id, external_id, name, kind, lang, settings, answer_within_minutes)
      values (gen_random_uuid(), 'old', 'Old', 'octo', 'es', ${JSON.stringify(settings)}::jsonb, 60)`.execute(db);
    await sql`insert into audit (at, operator, operation, subject, outcome, before)
      values (now(), 'ana', 'suppliers.delete', 'older', 'done', ${JSON.stringify({ kind: "octo", name: "Older", settings })}::jsonb)`.execute(
      db,
    );
    for (let n = 0; n < 2; n++) await moveSupplierSecrets(db, secretsOfKinds);
    assert.ok(!(await everything(db)).includes(key));
    const { settings: moved } = (await supplierToCall(db, "old"))!;
    assert.equal(moved.endpoint, settings.endpoint);
    assert.equal(unsealSecret(db, (moved.key as { sealed: string }).sealed), key);
    const { rows } = await sql`select before from audit where subject = 'older'`.execute(db);
    assert.deepEqual(rows, [{ before: { kind: "octo", name: "Older" } }]);
  });

  test("after a rotation the former key still reads, and reencrypting makes it unnecessary", async () => {
    const before = await allSecrets(app);
    use(second, [first]);
    await checkSecretKeys(db);
    assert.deepEqual(await allSecrets(app), before);
    const made = await rotateSecret(db, { partnerId: await partnerId(app) });
    assert.deepEqual(await keysInUse(), [keyId(first), keyId(second)].sort());
    assert.ok((await resealSecrets(db)) > 0);
    assert.deepEqual(await keysInUse(), [keyId(second)]);
    assert.equal(await resealSecrets(db), 0);
    use(second);
    assert.deepEqual((await allSecrets(app)).toSorted(), [...before, made].toSorted());
  });

  test("without the key the start ends with a message, and no ciphertext is used as a secret", async () => {
    use(undefined);
    await assert.rejects(checkSecretKeys(db), (error: Error) => {
      assert.ok(error instanceof SecretsKeyMissing);
      assert.match(error.message, new RegExp(`key id ${keyId(second)}\\): set SECRETS_KEY`));
      return true;
    });
    await assert.rejects(allSecrets(app), SecretsKeyMissing);
    use(first);
    await assert.rejects(checkSecretKeys(db), SecretsKeyMissing);
    use(second);
  });

  test("plain secrets are read, and encrypted at the next write or by reencrypting", async () => {
    const before = await allSecrets(app);
    use(undefined, [second]);
    assert.ok((await resealSecrets(db)) > 0);
    assert.deepEqual(await keysInUse(), [null]);
    use(undefined);
    assert.deepEqual(await allSecrets(app), before);
    use(first);
    assert.deepEqual(await allSecrets(app), before);
    await rotateSecret(db, await theatre(db));
    assert.deepEqual(await keysInUse(), [keyId(first), null].sort());
    await resealSecrets(db);
    assert.deepEqual(await keysInUse(), [keyId(first)]);
  });

  test("a transaction has the keys of its database, and a modified ciphertext is not read", async () => {
    use(first);
    const stored = await db.transaction().execute(async (tx) => sealSecret(tx, "whsec_x"));
    assert.match(stored, new RegExp(`^enc:v1:${keyId(first)}:[\\w-]+$`));
    assert.notEqual(sealSecret(db, "whsec_x"), stored, "each time with a new nonce");
    assert.equal(await db.transaction().execute(async (tx) => unsealSecret(tx, stored)), "whsec_x");
    const at = stored.length - 12;
    const changed = `${stored.slice(0, at)}${stored[at] === "A" ? "B" : "A"}${stored.slice(at + 1)}`;
    assert.throws(() => unsealSecret(db, changed));
    assert.throws(() => unsealSecret(db, stored.slice(0, 40)));
  });

  test("the secrets of a lost key are named, and given up only on demand, each with an entry in the audit log", async () => {
    use(first);
    await resealSecrets(db);
    const partner = { partnerId: await partnerId(app) };
    const before = await signingSecrets(db, partner);
    use(second);
    const keyOfFirst = { keyId: keyId(first) };
    await assert.rejects(discardSecrets(db, { keyId: keyId(second) }), /is set, so nothing is lost/);
    const named = await discardSecrets(db, keyOfFirst);
    assert.match(named, /^signing secrets +partner acme$/m);
    assert.match(named, /^signing secrets +supplier theatre$/m);
    assert.match(named, /^second factors +\S+@\S+$/m);
    await assert.rejects(checkSecretKeys(db), SecretsKeyMissing, "nothing was changed");
    const lost = named.split("\n").length - 1;
    await discardSecrets(db, { ...keyOfFirst, yes: true });
    await checkSecretKeys(db);
    const after = await signingSecrets(db, partner);
    assert.ok(after.length === 1 && !before.includes(after[0]!));
    const factors = await sql<{ n: number }>`
      select count(*)::int as n from operator o
      where totp_secret is not null or exists (select from operator_recovery_code c where c.operator_id = o.id)`.execute(
      db,
    );
    assert.equal(factors.rows[0]!.n, 0);
    const entries = await sql<{ n: number }>`
      select count(*)::int as n from audit where operation = 'secrets.discard'`.execute(db);
    assert.equal(entries.rows[0]!.n, lost);
    await assert.rejects(discardSecrets(db, { ...keyOfFirst, yes: true }), /has no secrets of the key/);
  });
});
