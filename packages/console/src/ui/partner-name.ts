import type { Translate } from "../i18n/index.ts";

/** The partner that stands for the operator's own desk. */
export const deskPartnerId = "desk";

/** The service names a new desk in the language of the operator who sells first. */
const firstNames = ["Taquilla", "Balcão", "Desk"];

/** Returns the name of a partner. Until an operator renames the desk, each operator reads its name in the operator's own language. */
export const partnerNameText = (externalId: string, name: string, t: Translate): string =>
  externalId === deskPartnerId && firstNames.includes(name) ? t("partners.desk") : name;
