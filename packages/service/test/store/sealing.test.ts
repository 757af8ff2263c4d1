import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { rotateSecret, signingSecrets } from "../../src/domain/dispatch/signing-secrets.ts";
import { exportOrder } from "../../src/domain/orders/personal-data.ts";
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
import { orderSale } from "../../src/store/dispatch/dispatch.ts";
import { supplierLinkKey, supplierSecrets } from "../../src/store/dispatch/suppliers.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { Operator, signedIn, testPassword } from "../support/console.ts";
import { eventId, Partner } from "../support/partner.ts";
import { show, testCatalogue } from "../support/samples/catalogue.ts";
import { partnerId } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";

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
  const use = (key: Buffer | undefined, former: Buffer[] = []) => useSecretKeys(db, { key, former });
  const keysInUse = async () => [...new Set((await countSecrets(db)).map(({ key }) => key))].sort();
  before(async () => {
    app = await startApp({ open, catalogue, config: { secretsKey: first } });
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
});
