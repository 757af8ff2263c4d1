import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { importFile } from "../../src/commands/import.ts";
import { CommandFailure } from "../../src/commands/output.ts";
import { reencryptSecrets } from "../../src/commands/secrets.ts";
import type { ImportSummary } from "../../src/domain/import/options.ts";
import { listAudit } from "../../src/store/operators/audit.ts";
import { orderTimeline } from "../../src/store/sale/timeline.ts";
import { voucherOf } from "../../src/store/visits/vouchers.ts";
import { ProblemError } from "../../src/web/problems.ts";
import { command } from "../support/command.ts";
import { eventId } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { openStore } from "../support/servers/stores.ts";

/** The audit log has the changes that a command makes, as it has the changes that an operator makes in the console. */

const own = (externalId: string, immediateBooking: boolean) =>
  variant(show, { externalId, immediateBooking }, { externalId: `${externalId}-seat` });
const catalogue = { ...testCatalogue, products: [own("now", true), own("later", false)] };

describe("commands in the audit log", () => {
  let ordering: Ordering;
  before(async () => {
    ordering = await startOrdering({ open: openStore, catalogue });
  });
  after(() => ordering?.stop());

  const db = () => ordering.app.app.service.db;
  const run = (...args: string[]) => command(ordering.app.app.service, ...args);
  const buy = async (item: string, day: number) =>
    (await ordering.buy(await eventId(ordering.app, `${item}-seat`, `2026-06-${day}T20:00`))).id!;
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
      hint = (await run("keys", "create", "acme", "--read-only")).hint;
    });
    const key = { hint, mode: "live", readOnly: true, assistants: false };
    assert.deepEqual(made, [{ operation: "keys.create", subject: "acme", before: null, after: key }]);
    const revoked = await audited(() => run("keys", "revoke", hint));
    assert.deepEqual(revoked, [{ operation: "keys.revoke", subject: "acme", before: key, after: null }]);
    const refused = () => assert.rejects(run("keys", "revoke", hint), /was revoked before/);
    assert.deepEqual(await audited(refused), [], "a second time");
  });

  test("secrets: shown and rotated, without the secret, and encrypted again", async () => {
    const entries = await audited(async () => {
      const { secrets } = await run("partners", "secret", "acme");
      assert.match(secrets[0], /^whsec_/);
      await run("partners", "rotate-secret", "acme");
      await reencryptSecrets(db(), { ...ordering.app.app.service.config, secretsKeyFormer: [Buffer.alloc(32)] });
    });
    assert.deepEqual(
      entries.map(({ operation, subject }) => [operation, subject]),
      [
        ["partners.secret", "acme"],
        ["partners.rotateSecret", "acme"],
        ["secrets.reencrypt", "all secrets"],
      ],
    );
    assert.doesNotMatch(JSON.stringify(entries), /whsec_/);
  });

  test("operators: invited, invited again and unlocked, by their address", async () => {
    const email = "new@operator.example.com";
    const entries = await audited(async () => {
      const first = await run("operators", "invite", "--email", email, "--role", "owner");
      const again = await run("operators", "invite-again", email);
      assert.notEqual(first.address, again.address);
      await run("operators", "unlock", email);
    });
    assert.deepEqual(
      entries.map(({ operation, subject, after }) => [operation, subject, after]),
      [
        ["operators.invite", email, { email, name: "new", role: "owner" }],
        ["operators.inviteAgain", email, null],
        ["operators.unlock", email, null],
      ],
    );
  });

  test("orders, by their reference: a decision that changes the order, and the erasure of its data", async () => {
    const id = await buy("later", 17);
    const { reference } = await run("orders", "show", id);
    const confirm = () => run("orders", "confirm", reference, "--why", "by telephone", "--confirmation", "T-1");
    const entries = await audited(async () => {
      assert.equal((await confirm()).status, "complete");
      await assert.rejects(confirm(), ProblemError);
    });
    const after = { status: "complete", why: "by telephone", confirmation: "T-1" };
    assert.deepEqual(entries, [
      { operation: "orders.confirm", subject: reference, before: { status: "waitsupplier" }, after },
    ]);
    const timeline = await orderTimeline(db(), id);
    assert.ok(
      timeline.some(({ operator, message }) => operator === "paseo (command line)" && message === "by telephone"),
    );
    const erased = await audited(() => run("orders", "erase", reference));
    assert.deepEqual(erased, [{ operation: "orders.erase", subject: reference, before: null, after: null }]);
  });

  test("vouchers that are redeemed, with the place", async () => {
    const { code } = (await voucherOf(db(), await buy("now", 18)))!;
    const [redeemed] = await audited(async () => {
      const args = ["--code", code, "--device", "Gate 1", "--override-reason", "Opened early"];
      const { result, voucher } = await run("vouchers", "redeem", ...args);
      assert.deepEqual([result, voucher.passes[0].admitted.device], ["valid", "Gate 1"]);
    });
    assert.deepEqual(
      [redeemed!.operation, (redeemed!.after as { result: string }).result],
      ["vouchers.redeem", "valid"],
    );
  });

  test("imports of the catalogue", async () => {
    const folder = await mkdtemp(join(tmpdir(), "paseo-audit-"));
    const [good, bad] = [join(folder, "good.json"), join(folder, "bad.json")];
    try {
      await writeFile(good, JSON.stringify({ partners: [{ externalId: "fresh", name: "Fresh" }] }));
      await writeFile(bad, JSON.stringify({ partners: [{ externalId: "", name: "Fresh" }] }));
      const imported = await audited(async () => {
        await importFile(db(), good, ordering.app.clock.now, process);
        await assert.rejects(importFile(db(), bad, ordering.app.clock.now, process), CommandFailure);
      });
      assert.deepEqual(
        imported.map(({ operation, after }) => [operation, (after as ImportSummary).partners.added]),
        [["catalogue.import", 1]],
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
