import assert from "node:assert/strict";
import type { Order, OrderStatus } from "@paseo/contract";
import type { Config } from "../../src/config.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { orderTimeline } from "../../src/store/sale/timeline.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventId, Partner } from "../support/partner.ts";
import { boat, museum, show, testCatalogue } from "../support/samples/catalogue.ts";
import type { OpenStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { send } from "../support/wire.ts";
import { Mailbox, type Received } from "./mailbox.ts";

/** A service whose suppliers receive e-mails, with their mailbox. */

export const operator = "Viajes Río & Mar";

const suppliers: CatalogueFile["suppliers"] = [
  { externalId: "tablao", name: "Tablao Mayor", kind: "desk", settings: { email: "reservas@tablao.example" } },
  {
    externalId: "barcos",
    name: "Barcos da Baía",
    kind: "desk",
    lang: "pt",
    settings: { email: "barcos@baia.example" },
  },
  { externalId: "silent", name: "By telephone", kind: "desk" },
];

export interface Page {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  html: string;
}

export class DeskShop {
  readonly app: TestApp;
  readonly mailbox: Mailbox;
  readonly partner: Partner;

  private constructor(app: TestApp, mailbox: Mailbox) {
    this.app = app;
    this.mailbox = mailbox;
    this.partner = new Partner(app);
  }

  static async open(options: { open?: OpenStore; config?: Partial<Config> } = {}): Promise<DeskShop> {
    const mailbox = new Mailbox();
    await mailbox.open();
    const products = [
      { ...show, supplier: "tablao" },
      { ...boat, supplier: "barcos" },
      { ...museum, supplier: "silent" },
    ];
    const app = await startApp({
      ...(options.open && { open: options.open }),
      config: { smtpUrl: mailbox.url, mailFrom: "pedidos@paseo.example", operatorName: operator, ...options.config },
      catalogue: { ...testCatalogue, suppliers: suppliers!, products },
    }).catch(async (error: unknown) => {
      await mailbox.close();
      throw error;
    });
    return new DeskShop(app, mailbox);
  }

  async close(): Promise<void> {
    await this.app.stop();
    await this.mailbox.close();
  }

  /** Books the show. */
  async order(party: Record<string, number> = { ADULT: 2 }): Promise<Order> {
    return this.partner.buy(await eventId(this.app, "show-seat", "2026-06-18T20:00"), party);
  }

  /** Waits until this number of e-mails about an order has arrived and the timeline contains them. Returns the e-mails. */
  async mails(order: Order, count = 1): Promise<Received[]> {
    const about = () =>
      this.mailbox.received.filter(({ headers }) => headers.get("subject")!.includes(order.reference!));
    await until(() => about().length >= count, `${count} e-mails about ${order.reference}`);
    const noted = async () =>
      (await this.timeline(order)).filter((line) => line.includes("An e-mail was sent to")).length;
    await until(async () => (await noted()) >= count, `${count} e-mails in the timeline of ${order.reference}`);
    return about();
  }

  /** Returns the link in the newest of this number of e-mails about an order. */
  async link(order: Order, count = 1): Promise<string> {
    const { text, html } = (await this.mails(order, count)).at(-1)!;
    const [link] = /http:\/\/\S+\/supplier\/\S+/.exec(text)!;
    assert.ok(html.includes(`href="${link}"`), "both bodies have the link");
    return link;
  }

  read(order: Order): Promise<Order> {
    return this.partner.wire.ask("order", { lang: "es", id: order.id! });
  }

  cancel(order: Order): Promise<Order> {
    return this.partner.wire.ask("ordercancel", { lang: "es" }, { id: order.id!, apiKey: this.app.key });
  }

  becomes(order: Order, status: OrderStatus): Promise<Order> {
    return until(async () => {
      const now = await this.read(order);
      return now.status === status && now;
    }, `${order.reference} to be ${status}`);
  }

  /** Returns an order's timeline in short form: actor, status or kind, and message. */
  async timeline(order: Order): Promise<string[]> {
    return (await orderTimeline(this.app.app.service.db, order.id!))
      .filter(({ kind }) => kind !== "voucher")
      .map(({ actor, kind, status, message }) => `${actor} ${[status ?? kind, message].filter(Boolean).join(": ")}`);
  }
}

export async function openPage(link: string, method = "GET"): Promise<Page> {
  const { status, headers, text } = await send(link, { method });
  return { status, headers, html: text };
}

/** Sends the form as a browser does. */
export async function answer(link: string, fields: Record<string, string>): Promise<Page> {
  const { status, headers, text } = await send(link, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  return { status, headers, html: text };
}

/** Returns the page's main heading. */
export const headingOf = ({ html }: Page): string => /<h1>(.*?)<\/h1>/.exec(html)![1]!;
