import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { decisions } from "../../src/commands/arguments.ts";
import { replayText, secretText } from "../../src/commands/callbacks.ts";
import { dropEventsText } from "../../src/commands/events.ts";
import { importFile } from "../../src/commands/import.ts";
import { createKeyText, revokeKeyText } from "../../src/commands/keys.ts";
import { inviteText, unlockText } from "../../src/commands/operators.ts";
import { decideText, eraseOrderText } from "../../src/commands/orders.ts";
import { CommandFailure } from "../../src/commands/output.ts";
import { reencryptText } from "../../src/commands/secrets.ts";
import { supplierSecretText } from "../../src/commands/suppliers.ts";
import { redeemText } from "../../src/commands/vouchers.ts";
import type { ImportSummary } from "../../src/domain/import/options.ts";
import type { EventYear } from "../../src/store/editing/dropped-years.ts";
import { listAudit } from "../../src/store/operators/audit.ts";
import { voucherOf } from "../../src/store/visits/vouchers.ts";
import { eventId } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { openStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** What a command changes is in the audit log, as what an operator changes in the console. */

const own = (externalId: string, immediateBooking: boolean) =>
  variant(show, { externalId, immediateBooking }, { externalId: `${externalId}-seat` });
const teatro = {
  externalId: "teatro",
  name: "Teatro",
  kind: "http",
  settings: { url: "https://teatro.example.com" },
} as const;
const catalogue = {
  ...testCatalogue,
  suppliers: [teatro],
  products: [own("now", true), own("later", false)],
};
const owner = { role: "owner" } as const;

describe("commands in the audit log", () => {
  let ordering: Ordering;
  before(async () => {
    ordering = await startOrdering({ open: openStore, catalogue });
  });
  after(() => ordering?.stop());

  const db = () => ordering.app.app.service.db;
  const config = () => ordering.app.app.service.config;
  const now = () => ordering.app.clock.now;
  const buy = async (item: string, day: number) => {
    const { id } = await ordering.buy(await eventId(ordering.app, `${item}-seat`, `2026-06-${day}T20:00`));
    return id!;
  };
  /** The entries that the command line wrote during this work, oldest first. */
  async function audited(work: () => Promise<unknown>) {
    const entries = async () => (await listAudit(db(), {}, { offset: 0, limit: 1000 })).rows;
    const last = (await entries())[0]?.id ?? 0;
    await work();
    const written = (await entries()).filter(({ id, operator }) => id > last && operator === "paseo (command line)");
    return written.reverse().map(({ operation, subject, before, after }) => ({ operation, subject, before, after }));
  }

  test("keys: created and revoked, without the key", async () => {
    let hint = "";
    const made = await audited(async () => {
      const text = await createKeyText(db(), "acme", { readOnly: true }, now());
      hint = text.slice(0, 14);
    });
    const key = { hint, mode: "live", readOnly: true };
    assert.deepEqual(made, [{ operation: "partners.createKey", subject: "acme", before: null, after: key }]);
    const revoked = await audited(() => revokeKeyText(db(), hint, now()));
    assert.deepEqual(revoked, [{ operation: "partners.revokeKey", subject: "acme", before: key, after: null }]);
    const refused = () => assert.rejects(revokeKeyText(db(), hint, now()), CommandFailure);
    assert.deepEqual(await audited(refused), [], "a second time");
  });

  test("secrets: shown and rotated, without the secret", async () => {
    const entries = await audited(async () => {
      await secretText(db(), "acme", {});
      await secretText(db(), "acme", { rotate: true });
      await supplierSecretText(db(), "teatro", {});
      await supplierSecretText(db(), "teatro", { rotate: true });
      await reencryptText(db(), { ...config(), secretsKeyFormer: [Buffer.alloc(32)] });
    });
    assert.deepEqual(
      entries.map(({ operation, subject }) => [operation, subject]),
      [
        ["partners.secret", "acme"],
        ["partners.rotateSecret", "acme"],
        ["suppliers.secret", "teatro"],
        ["suppliers.rotateSecret", "teatro"],
        ["secrets.reencrypt", "all secrets"],
      ],
    );
    assert.doesNotMatch(JSON.stringify(entries), /whsec_/);
  });

  test("operators: invited, invited again and unlocked", async () => {
    const email = "new@operator.example.com";
    const invite = () => inviteText(db(), config(), email, owner, now());
    const entries = await audited(async () => {
      await invite();
      await invite();
      await unlockText(db(), email);
    });
    assert.deepEqual(
      entries.map(({ operation, subject, after }) => [operation, subject, after]),
      [
        ["operators.invite", email, { email, name: "new", ...owner }],
        ["operators.inviteAgain", email, null],
        ["operators.unlock", email, null],
      ],
    );
  });

  test("orders: each decision that changes the order, and the erasure of its data", async () => {
    const id = await buy("later", 17);
    const decide = (name: keyof typeof decisions) =>
      decideText(db(), config(), id, { ...decisions[name], why: "by telephone", confirmation: "T-1" });
    const entries = await audited(async () => {
      await decide("confirm");
      await assert.rejects(decide("confirm"), CommandFailure);
      await decide("cancel");
    });
    const why = { why: "by telephone", confirmation: "T-1" };
    assert.deepEqual(
      entries.map(({ operation, after }) => [operation, after]),
      [
        ["orders.confirm", { status: "complete", ...why }],
        ["orders.cancel", { status: "cancelled", ...why }],
      ],
    );
    assert.ok(entries.every(({ subject }) => /^\d+-ES$/.test(subject)));
    const erased = await audited(() => eraseOrderText(db(), id, now()));
    assert.deepEqual(erased, [{ operation: "orders.erase", subject: entries[0]!.subject, before: null, after: null }]);
  });

  test("callbacks that are sent again, and vouchers that are redeemed", async () => {
    const id = await buy("now", 18);
    await until(() => ordering.notified(id).length > 0, "the order's callback");
    const [sent] = await audited(() => replayText(db(), config(), undefined, { order: id }));
    assert.deepEqual(sent, {
      operation: "deliveries.replayRange",
      subject: id,
      before: null,
      after: { order: id, callbacks: 1 },
    });
    const { code } = (await voucherOf(db(), id))!;
    const [redeemed] = await audited(() =>
      assert.rejects(redeemText(db(), config(), code, { by: "Rosa", now: now() }), CommandFailure),
    );
    assert.deepEqual(
      [redeemed?.operation, redeemed?.after],
      ["vouchers.redeem", { by: "Rosa", result: "wrong-day" }],
      "a refusal too, as in the console",
    );
    const options = { by: null, now: now() };
    const checked = () => assert.rejects(redeemText(db(), config(), code, options), CommandFailure);
    assert.deepEqual(await audited(checked), [], "a check changes nothing");
  });

  test("imports of the catalogue, and years of events that are dropped", async () => {
    const folder = await mkdtemp(join(tmpdir(), "paseo-audit-"));
    const [good, bad] = [join(folder, "good.json"), join(folder, "bad.json")];
    try {
      await writeFile(good, JSON.stringify({ partners: [{ externalId: "fresh", name: "Fresh" }] }));
      await writeFile(bad, JSON.stringify({ partners: [{ externalId: "", name: "Fresh" }] }));
      const imported = await audited(async () => {
        await importFile(db(), good, now());
        await assert.rejects(importFile(db(), bad, now()), CommandFailure);
      });
      assert.deepEqual(
        imported.map(({ operation, after }) => [operation, (after as ImportSummary).partners.added]),
        [["catalogue.import", 1]],
      );
    } finally {
      await rm(folder, { recursive: true });
    }
    const later = new Date("2028-06-01T12:00:00Z");
    const dropped = await audited(() => dropEventsText(db(), { before: 2027, yes: true }, later));
    assert.deepEqual(
      dropped.map(({ operation, subject, before }) => [operation, subject, (before as EventYear[])[0]?.year]),
      [["events.drop", "before 2027", 2026]],
    );
  });
});
