import { randomUUID } from "node:crypto";
import type { Config } from "../../../src/config.ts";
import { Mailbox } from "../../suppliers/mailbox.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import type { OpenStore } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { type Changing, startChanging } from "../changes/changing.ts";

/** Orders of `startChanging`, a mail server, and an operator of the orders desk who acts on many orders. */
export interface Acting extends Changing {
  mailbox: Mailbox;
  desk: Operator & { email: string };
  // biome-ignore lint/suspicious/noExplicitAny: as the answers of the back office.
  preview(event: string | string[], wish: object): Promise<any>;
  /** Previews and starts an action, and returns the request and the first report. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  start(event: string | string[], wish: object): Promise<{ path: string; body: any; report: any }>;
  /** Starts an action and waits until no order of it is open. Returns the report. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  act(event: string | string[], wish: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  ended(id: string): Promise<any>;
}

export async function startActing(
  open: OpenStore,
  config: Partial<Config> = {},
  more: { jobs?: boolean } = {},
): Promise<Acting> {
  const mailbox = new Mailbox();
  await mailbox.open();
  const mail = { smtpUrl: mailbox.url, mailFrom: "reservas@paseo.example", operatorName: "Paseo Tours" };
  const changing = await startChanging(open, { publicUrl: "https://tickets.example.com", ...mail, ...config }, more);
  const desk = await signedIn(changing.app, "orders");
  const preview: Acting["preview"] = (event, wish) =>
    desk.ask("POST", "/bulk-actions/preview", { eventIds: [event].flat(), ...wish });
  const start: Acting["start"] = async (event, { refund, close, ...wish }: { refund?: string; close?: boolean }) => {
    const { digest } = await preview(event, wish);
    const path = "/bulk-actions";
    const body = {
      eventIds: [event].flat(),
      ...wish,
      ...(refund && { refund }),
      ...(close && { close }),
      id: randomUUID(),
      digest,
    };
    return { path, body, report: await desk.ask("POST", path, body) };
  };
  const ended: Acting["ended"] = (id) =>
    until(async () => {
      const report = await desk.ask("GET", `/bulk-actions/${id}`);
      return report.open === 0 && report;
    }, "the action to end");
  return {
    ...changing,
    mailbox,
    desk,
    preview,
    start,
    ended,
    act: async (event, wish) => ended((await start(event, wish)).body.id),
    async stop() {
      await changing.stop();
      await mailbox.close();
    },
  };
}

/** Text of a letter in each language, for tests that do not change it. */
export const letters = {
  es: { subject: "Aviso {reference}", body: "Hola, {guest}:\nLlueve. {former_date}. {product} {voucher_link}" },
  pt: { subject: "Aviso {reference}", body: "Olá, {guest}:\nChove. {former_date}. {product} {voucher_link}" },
  en: { subject: "Notice {reference}", body: "Hello {guest},\nit rains. {former_date}. {product} {voucher_link}" },
};
