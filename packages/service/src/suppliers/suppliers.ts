import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Suppliers } from "../domain/orders/dispatch/supplier.ts";
import type { SendRequest } from "../outgoing/request.ts";
import type { Db } from "../store/database/database.ts";
import { deskSupplier } from "./desk.ts";
import { httpSupplier } from "./http.ts";
import type { MailOptions } from "./mail.ts";
import { createOwnMail, type OwnMail } from "./mail-server.ts";
import { simulator } from "./simulator.ts";

export interface SuppliersOptions {
  config: Config;
  db: Db;
  clock: () => Date;
  /** Address at which suppliers reach this service. */
  publicUrl: () => string;
  logger: Logger;
  send?: SendRequest | undefined;
  /** Runs the sending of an e-mail: in a trace, for example. */
  around?: MailOptions["around"];
}

/** The suppliers of this service, by kind, and its mail server. `close` ends the connections to the mail server. */
export function createSuppliers(options: SuppliersOptions): {
  suppliers: Suppliers;
  mail: OwnMail;
  close: () => void;
} {
  const { config, db, clock, publicUrl, logger, send, around } = options;
  const { operatorName } = config;
  const mail = createOwnMail(config, { db, operatorName, logger, around });
  if (config.smtpUrl !== undefined && config.publicUrl === undefined)
    logger.warn("SMTP_URL is set but PUBLIC_URL is not: links in e-mails work only on this machine");
  const suppliers: Suppliers = (settings) => {
    switch (settings.kind) {
      case "desk":
        return deskSupplier(settings, { db, clock, publicUrl, operatorName, mail });
      case "http":
        return httpSupplier(settings, { clock, allowPrivate: config.callbackAllowPrivate, send });
      case "simulator":
        return simulator;
    }
  };
  return { suppliers, mail, close: () => mail.close() };
}
