import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Suppliers } from "../domain/orders/dispatch/supplier.ts";
import type { Db } from "../store/database/database.ts";
import { deskSupplier } from "./desk.ts";
import { httpSupplier } from "./http.ts";
import { createMail } from "./mail.ts";
import { simulator } from "./simulator.ts";

export interface SuppliersOptions {
  config: Config;
  db: Db;
  clock: () => Date;
  /** Address at which suppliers reach this service. */
  publicUrl: () => string;
  logger: Logger;
}

/** The suppliers of this service, by kind. `close` ends the connections to the mail server. */
export function createSuppliers(options: SuppliersOptions): { suppliers: Suppliers; close: () => void } {
  const { config, db, clock, publicUrl, logger } = options;
  const { smtpUrl, operatorName, mailFrom } = config;
  const mail = smtpUrl === undefined ? null : createMail(smtpUrl, { mailFrom, operatorName, logger });
  if (mail && config.publicUrl === undefined)
    logger.warn("SMTP_URL is set but PUBLIC_URL is not: links in e-mails work only on this machine");
  const suppliers: Suppliers = (settings) => {
    switch (settings.kind) {
      case "desk":
        return deskSupplier(settings, { db, clock, publicUrl, operatorName, mail });
      case "http":
        return httpSupplier(settings, { clock, allowPrivate: config.callbackAllowPrivate });
      case "simulator":
        return simulator;
    }
  };
  return { suppliers, close: () => mail?.close() };
}
