import { Mailbox } from "../../../service/test/suppliers/mailbox.ts";
import { eventId, Partner } from "../../../service/test/support/partner.ts";
import { show, testCatalogue, variant } from "../../../service/test/support/samples/catalogue.ts";
import type { Kind, Office } from "../day/shop.ts";

/** Opens a back office of this kind that sells the show, confirmed at once, and has a mail server. */
export async function openMailedShow<Backoffice extends Office>(kind: Kind<Backoffice>) {
  const mailbox = new Mailbox();
  await mailbox.open();
  const products = [variant(show, { immediateBooking: true })];
  const mail = { smtpUrl: mailbox.url, mailFrom: "reservas@paseo.example", operatorName: "Paseo Tours" };
  const office = await kind.open({ catalogue: { ...testCatalogue, products, pages: [] }, config: mail });
  return {
    office,
    mailbox,
    /** The show at 20:00 on this day of June. */
    evening: (day: number) => eventId(office.app, "show-seat", `2026-06-${day}T20:00`),
    buy: async (event: string, email: string, lang: "es" | "pt" = "es", adults = 2) =>
      (await new Partner(office.app, { lang }).buy(event, { ADULT: adults }, { email })) as {
        id: string;
        reference: string;
      },
    async close() {
      await office.close();
      await mailbox.close();
    },
  };
}
