import assert from "node:assert/strict";
import { test } from "node:test";
import { watchPartners } from "../../src/partner-watch.ts";
import { eventId } from "../support/partner.ts";
import { startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** What an operator sees of partners that cannot be reached, and of work that waits. */

test("the log has one line when a partner's address begins to fail, and one when it works again", () => {
  const lines: [object, string][] = [];
  const clock = { now: 0 };
  const warn = ((fields: object, message: string) => void lines.push([fields, message])) as never;
  const watch = watchPartners({ warn }, () => clock.now);
  const at = (seconds: number, works: boolean, who = "a") => {
    clock.now = seconds * 1000;
    watch({ partnerId: who, url: `https://${who}.example.com/secret?x=1`, outcome: works ? "204" : "500", works });
  };
  at(0, true);
  assert.deepEqual(lines, []);
  for (const seconds of [1, 2, 30]) at(seconds, false);
  // An endpoint that answers now and then still counts as failing.
  for (const seconds of [31, 32]) at(seconds, true);
  at(33, false);
  at(40, true, "b");
  at(93, true);
  at(94, true);
  at(95, false);
  assert.deepEqual(lines, [
    [{ partnerId: "a", host: "a.example.com", outcome: "500" }, "a partner's address fails"],
    [{ partnerId: "a", seconds: 92, failed: 4 }, "a partner's address works again"],
    [{ partnerId: "a", host: "a.example.com", outcome: "500" }, "a partner's address fails"],
  ]);
});

onPostgres("metrics of what waits", (open) => {
  test("name the partner that is not reached, the orders and the jobs", async (t) => {
    const ordering = await startOrdering({ open, tuning: { callbackGaps: { live: [600], test: [600] } } });
    t.after(() => ordering.stop());
    const { app } = ordering.app;
    const value = async (series: string): Promise<number | undefined> => {
      const { body } = await app.service.metrics.text();
      const line = body.split("\n").find((one) => one.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.split(" ")[1]);
    };
    ordering.receiver.answer(500);
    const event = await eventId(ordering.app, "museum-day", "2026-06-20T00:00");
    const { id } = await ordering.buy(event, {}, { ADULT: 1 });
    await ordering.change(id!, { trigger: "confirmed", actor: "supplier" });
    await ordering.buy(event, { externalReference: "second" }, { ADULT: 1 });
    // Values that a collection has read are reused for five seconds.
    const undelivered = 'paseo_callback_oldest_undelivered_seconds{partner="acme"}';
    await until(async () => ((await value(undelivered)) ?? 0) > 0, "the age of the callback");
    await until(async () => (await value('paseo_orders_waiting{flagged="false"}')) === 1, "one order that waits");
    for (const job of ["dispatch", "callbacks", "holds", "availability"])
      assert.ok((await value(`paseo_job_oldest_due_seconds{job="${job}"}`))! >= 0, job);
    assert.equal(await value("paseo_callbacks_given_up_total"), 0);
  });

  test("count a callback that is given up", async (t) => {
    const ordering = await startOrdering({ open, tuning: { callbackGaps: { live: [0], test: [0] } } });
    t.after(() => ordering.stop());
    ordering.receiver.answer(500);
    const { id } = await ordering.buy(await eventId(ordering.app, "museum-day", "2026-06-20T00:00"), {}, { ADULT: 1 });
    await ordering.change(id!, { trigger: "confirmed", actor: "supplier" });
    const { metrics } = ordering.app.app.service;
    await until(async () => /^paseo_callbacks_given_up_total 1$/m.test((await metrics.text()).body), "the count");
  });
});
