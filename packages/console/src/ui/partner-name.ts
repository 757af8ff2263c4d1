import type { Translate } from "../i18n/index.ts";

/** The partner that stands for the operator's own desk. */
export const deskPartnerId = "desk";

/** The service names a new desk in the language of the operator who sells first. */
const firstNames = ["Taquilla", "Balcão", "Desk"];

/** The partner that the service creates for the operator's own sites, and its first name. */
const ownSite = { id: "own-site", firstName: "Own site" };

/** Returns the name of a partner. Until an operator renames the desk or the own site, each operator reads its name in the operator's own language. */
export function partnerNameText(externalId: string, name: string, t: Translate): string {
  if (externalId === deskPartnerId && firstNames.includes(name)) return t("partners.desk");
  return externalId === ownSite.id && name === ownSite.firstName ? t("whiteLabels.ownTitle") : name;
}
