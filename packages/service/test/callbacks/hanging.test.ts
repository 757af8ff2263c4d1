import assert from "node:assert/strict";
import { test } from "node:test";
import { createKey } from "../../src/domain/partners/keys.ts";
import { listCallbacks } from "../../src/store/callbacks/callback-list.ts";
import { testNow } from "../support/app.ts";
import { eventId, Partner } from "../support/partner.ts";
import { partnerId, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** An endpoint that never answers affects only its own partner. */

const hanging = 80;
const others = 20;

onPostgres("an endpoint that does not answer", (open) => {
  test(`with ${hanging} orders of one partner does not delay other partners' callbacks`, async () => {
    const ordering = await startOrdering({ open });
    const { app, receiver } = ordering;
    const { db } = app.app.service;
    try {
      receiver.answer("hang", "/hang");
      const event = await eventId(app, "museum-day", "2026-06-20T00:00");
      const { key } = await createKey(db, { partner: "other", mode: "live", readOnly: false, now: testNow });
      const other = new Partner(app, { key });
      const place = async (partner: Partner, path: string) =>
        (await partner.book(event, { ADULT: 1 }, 30, { callbackUrl: receiver.url(path) })).id!;
      // One after another: on a busy machine, the last of many concurrent bookings of one event are answered with 503.
      const all = async (count: number, partner: Partner, path: string) => {
        const ids: string[] = [];
        while (ids.length < count) ids.push(await place(partner, path));
        return ids;
      };
      const [stuck, free] = [await all(hanging, ordering.partner, "/hang"), await all(others, other, "/free")];
      const confirm = (ids: string[]) =>
        Promise.all(ids.map((id) => ordering.change(id, { trigger: "confirmed", actor: "supplier" })));
      await confirm(stuck);
      await receiver.waitFor(1, { path: "/hang" });
      await confirm(free);
      await receiver.waitFor(others, { path: "/free" });
      const attempts = await listCallbacks(db, { partnerId: await partnerId(app) }, hanging);
      assert.equal(attempts.length, hanging);
      assert.ok(
        attempts.every(({ log }) => log.length === 0),
        "all of them came before the first attempt at the one that hangs was over",
      );
      const came = receiver.at("/hang").length;
      assert.ok(came <= hanging / 2, `${came} concurrent connections wait there`);

      // Once it answers, every callback arrives: callbacks in flight are cut and retried.
      receiver.answer(204, "/hang");
      await receiver.close();
      await receiver.open();
      await until(
        async () => {
          const states = await listCallbacks(db, { partnerId: await partnerId(app), state: "delivered" }, hanging);
          return states.length === hanging;
        },
        "all to be delivered",
        { everyMs: 100, withinMs: 60_000 },
      );
    } finally {
      await receiver.close();
      await app.stop();
    }
  });
});
