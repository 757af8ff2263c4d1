import { Mailbox } from "../../../service/test/suppliers/mailbox.ts";
import type { startApp, TestApp } from "../../../service/test/support/app.ts";
import type { signedIn } from "../../../service/test/support/console.ts";
import { answersTo, eventId, Partner } from "../../../service/test/support/partner.ts";

/** A back office, in a browser or for component tests. */
export interface Office {
  app: TestApp;
  account(role: "orders" | "owner" | "read-only"): Promise<Pick<Awaited<ReturnType<typeof signedIn>>, "ask">>;
  close(): Promise<void>;
}

/** A service with orders for tomorrow's show and a boat trip with named guests, and a mail server. */
export interface Shop<Backoffice extends Office> {
  office: Backoffice;
  mailbox: Mailbox;
  partner: Partner;
  /** The show of tomorrow evening, and the boat trip of 20 June. */
  show: string;
  boat: string;
  /** The boat trip's confirmed order. Its guest is Lucía García. */
  guest: { id: string; reference: string };
  /** The order of this event that was placed last. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of the back office have any shape here
  newest(eventId: string): Promise<any>;
  seatsLeft(eventId: string): Promise<number>;
  close(): Promise<void>;
}

/** How a back office of one kind is opened. */
export interface Kind<Backoffice extends Office> {
  open(options: Parameters<typeof startApp>[0]): Promise<Backoffice>;
}

/** Opens the shop in a back office of this kind. */
export async function openShop<Backoffice extends Office>(kind: Kind<Backoffice>): Promise<Shop<Backoffice>> {
  const mailbox = new Mailbox();
  await mailbox.open();
  const mail = { smtpUrl: mailbox.url, mailFrom: "reservas@paseo.example" };
  const office = await kind.open({ config: { publicUrl: "https://tickets.example.com", ...mail } });
  const partner = new Partner(office.app);
  const show = await eventId(office.app, "show-seat", "2026-06-16T20:00");
  const boat = await eventId(office.app, "boat-seat", "2026-06-20T09:00");
  const { ask } = await office.account("orders");
  const { id } = await partner.buy(show, { ADULT: 2, CHILD: 2 }, { email: "nora@example.com" });
  await ask("POST", `/orders/${id}/confirm`, {});
  const { questions, totalUsd } = await partner.validate(boat, { ADULT: 2 });
  const names = ["Lucía", "Martín"];
  const own: Record<string, string> = {
    "passenger-last-name": "García",
    "passenger-weight": "70",
    "hotel-name": "Hotel Miramar",
    "hotel-address": "Avenida Atlántica 1020",
    "flight-number": "LA 3001",
  };
  const answers = answersTo(questions).map(({ code, value }) => ({
    code,
    value: code === "passenger-first-name" ? names.shift()! : (own[code] ?? value),
  }));
  const contact = { email: "lucia@example.com", phoneNumber: "+55 21 99876 5432", externalReference: "CART-31" };
  const guest = await partner.book(boat, { ADULT: 2 }, totalUsd!.value, { answers, ...contact });
  await ask("POST", `/orders/${guest.id}/confirm`, { confirmation: "T-9" });
  await ask("POST", `/orders/${guest.id}/notes`, { note: "Vegetarian lunch" });
  return {
    office,
    mailbox,
    partner,
    show,
    boat,
    guest: guest as Shop<Backoffice>["guest"],
    newest: async (eventId) => {
      const desk = await office.account("orders");
      const { data } = await desk.ask("GET", `/orders?eventId=${eventId}`);
      return desk.ask("GET", `/orders/${data[0].id}`);
    },
    seatsLeft: async (eventId) => (await (await office.account("orders")).ask("GET", `/events/${eventId}`)).left,
    async close() {
      await office.close();
      await mailbox.close();
    },
  };
}
