import type { BookRequest, OrderNotification as Notification, Order } from "@paseo/contract";
import type { AppOptions } from "../../src/app.ts";
import type { Config } from "../../src/config.ts";
import type { SandboxCallback } from "../../src/domain/callbacks/sandbox-callbacks.ts";
import { signingSecrets } from "../../src/domain/callbacks/signing-secrets.ts";
import { createKey, findCaller } from "../../src/domain/partners/keys.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventId, Partner } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { Changer } from "../support/samples/changing.ts";
import { type CallbackReceiver, startReceiver, verified } from "../support/servers/callback-receiver.ts";
import type { OpenStore } from "../support/servers/stores.ts";

/** A partner developer's set-up: the real service, a partner that sells one show, and its endpoint for callbacks. */
export interface Shop {
  app: TestApp;
  receiver: CallbackReceiver;
  event: string;
  /** The price for two adults. */
  total: number;
  /** Keys of the partner `acme`, and a key of another partner. */
  keys: { live: string; test: string; readOnly: string; other: string };
  /** The signing secret of acme's callbacks. */
  secret: string;
  /** Books for two with this e-mail address; callbacks go to this path of the receiver. */
  book(email: string, path: string, more?: Partial<BookRequest> & { key?: string }): Promise<Order>;
  read(id: string): Promise<Order>;
  /** Quotes a change of an order and accepts it. */
  change: Changer["change"];
  cancel(id: string): Promise<Order>;
  /** Waits for this number of verified callbacks to a path. */
  notifications(path: string, count: number): Promise<Notification[]>;
  /** The answer of `GET /sandbox/callbacks` for an order, with the test key by default. */
  callbacks(id: string, key?: string): Promise<SandboxCallback[]>;
  close(): Promise<void>;
}

const dayMs = 86_400_000;
const day = (now: Date, days: number): string => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);

/** Moves the show of the test catalogue to coming days. The service's clock is real here, because the database's clock is. */
function comingCatalogue(now: Date): CatalogueFile {
  const schedules = show.items[0]!.schedules!.map((schedule) => ({ ...schedule, from: day(now, 1), to: day(now, 30) }));
  return { ...testCatalogue, products: [variant(show, {}, { schedules })] };
}

export async function openShop(
  options: {
    open?: OpenStore;
    config?: Partial<Config>;
    tuning?: AppOptions["tuning"];
    receiver?: CallbackReceiver;
  } = {},
): Promise<Shop> {
  const now = new Date();
  const receiver = options.receiver ?? (await startReceiver());
  const app = await startApp({
    ...options,
    now,
    catalogue: comingCatalogue(now),
    config: { callbackAllowPrivate: true, ...options.config },
  });
  const { service } = app.app;
  const keyOf = async (partner: string, mode: "live" | "test", readOnly = false) =>
    (await createKey(service.db, { partner, mode, readOnly, now })).key;
  const keys = {
    live: app.key,
    test: await keyOf("acme", "test"),
    readOnly: await keyOf("acme", "test", true),
    other: await keyOf("other", "test"),
  };
  const partners = new Map(Object.values(keys).map((key) => [key, new Partner(app, { key })]));
  const event = await eventId(app, "show-seat", `${day(now, 5)}T20:00`);
  const total = (await partners.get(keys.test)!.validate(event, { ADULT: 2 })).totalUsd!.value;
  const { partnerId } = (await findCaller(service.db, keys.test, { demo: false }))!;
  const secret = (await signingSecrets(service.db, { partnerId }))[0]!;
  const { wire } = partners.get(keys.test)!;

  return {
    app,
    receiver,
    event,
    total,
    keys,
    secret,
    book: (email, path, { key = keys.test, ...more } = {}) =>
      partners.get(key)!.book(event, { ADULT: 2 }, total, { email, callbackUrl: receiver.url(path), ...more }),
    read: (id) => wire.ask("order", { lang: "es", id }),
    cancel: (id) => wire.ask("ordercancel", { lang: "es" }, { id, apiKey: keys.test }),
    change: (id, wish) => new Changer(app, { key: keys.test }).change(id, wish),
    notifications: async (path, count) =>
      (await receiver.waitFor(count, { path })).map((request) => verified(request, secret)),
    callbacks: async (id, key = keys.test) => {
      const answer = await fetch(`${app.url}/sandbox/callbacks?order=${id}`, { headers: { "x-api-key": key } });
      return ((await answer.json()) as { values: SandboxCallback[] }).values;
    },
    close: async () => {
      await app.stop();
      await receiver.close();
    },
  };
}
