import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { listAudit } from "../../src/store/operators/audit.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { Wire } from "../support/wire.ts";
import { type Changing, startChanging } from "./changes/changing.ts";

/** The refund that an operator chooses for a cancellation, for example from goodwill. */

onPostgres("a chosen refund", (open) => {
  let ordering: Changing;
  let desk: Operator & { email: string };
  before(async () => {
    ordering = await startChanging(open);
    desk = await signedIn(ordering.app, "orders");
  });
  after(() => ordering?.stop());

  const buy = async (item: string, day: number): Promise<string> =>
    (await ordering.buy(await ordering.evening(item, day), {}, { ADULT: 2 })).id!;

  const listed = () =>
    new Wire(ordering.app.url, { sends: "json", reads: "json", key: ordering.app.key }).ask("orders", { lang: "es" });

  test("an operator who cancels chooses another refund than the terms, with a reason", async () => {
    const path = (id: string, action = "") => `/orders/${id}${action}`;
    const id = await buy("own", 26);
    const shown = await desk.ask("GET", path(id));
    assert.equal(shown.maxCancelRefund, shown.amounts.total);
    const byTerms = shown.decisionRefunds.cancel.due;
    const refuses = async (body: object) => {
      const { status, text } = await desk.call("POST", path(id, "/cancel"), body);
      const [{ pointer, detail }] = JSON.parse(text).errors;
      return [status, pointer, detail];
    };
    assert.deepEqual(await refuses({ refund: "10" }), [400, "/why", "is missing"]);
    assert.deepEqual(await refuses({ refund: "10.001", why: "Rain" }), [
      ...[400, "/refund", `${shown.amounts.currencyCode} has 2 digits after the decimal point.`],
    ]);
    const above = `The order's price leaves ${shown.amounts.total} ${shown.amounts.currencyCode} to pay back.`;
    assert.deepEqual(await refuses({ refund: "9999", why: "Rain" }), [400, "/refund", above]);
    assert.equal((await desk.ask("GET", path(id))).status, shown.status, "a refusal changes nothing");
    const cancelled = await desk.ask("POST", path(id, "/cancel"), { refund: "12.34", why: "Rain" });
    assert.deepEqual(
      cancelled.refunds.map(({ reason, due }: Record<string, string>) => [reason, due]),
      [["cancelled", "12.34"]],
    );
    const partner = { refundUsd: { currencyCode: "USD", value: 13.71 }, endedBy: "operator", reason: "Rain" };
    const { values } = await listed();
    assert.partialDeepStrictEqual(
      values.find((one) => one.id === id),
      partner,
    );
    const callback = await until(
      () => ordering.notified(id).find(({ data }) => data.status === "cancelled"),
      "the callback",
    );
    assert.partialDeepStrictEqual(callback.data, partner);
    const entry = cancelled.timeline.find(({ kind }: { kind: string }) => kind === "refund-chosen");
    const code = shown.amounts.currencyCode;
    assert.partialDeepStrictEqual(entry, {
      ...{ actor: "operator", operator: desk.email, why: null, message: "Rain" },
      details: { byTerms, chosen: "12.34", currencyCode: code },
    });
    const [noted] = (await listAudit(ordering.db, { operation: "orders.cancel" }, { offset: 0, limit: 1 })).rows;
    const { refund, refundByTerms, currencyCode, why } = noted!.after as Record<string, string>;
    assert.deepEqual([refund, refundByTerms, currencyCode, why], ["12.34", byTerms, code, "Rain"]);
    const full = await desk.ask("POST", path(await buy("own", 26), "/cancel"), {
      refund: shown.amounts.total,
      why: "x",
    });
    assert.equal(full.refunds[0].dueUsd, full.event.totalUsd.value.toFixed(2));
    const none = await desk.ask("POST", path(await buy("own", 26), "/cancel"), { refund: "0", why: "No show" });
    assert.deepEqual(none.refunds, []);
  });
});
