import { newSiteSettings, type Site, type SiteAddress } from "../../records/site.ts";
import type { Tx } from "../../store/database/database.ts";
import { loadPartners } from "../../store/editing/catalogue-records.ts";
import { keyByHash, revokeKey } from "../../store/partners/partners.ts";
import { deleteSite, insertSite, siteKeyId, storedSite, writeSiteKey } from "../../store/site/sites.ts";
import { importCatalogue } from "../import/import.ts";
import { createKey, hashOf } from "../partners/keys.ts";

/** The partner of the operator's own sites. It has a key of its own for each of them. */
export const ownSitePartner = { externalId: "own-site", name: "Own site" };

export interface NewSite extends SiteAddress {
  /** Of its white label. It is made if there is none. */
  code: string;
  name: string;
  settings?: Partial<Site["settings"]>;
  enabled?: boolean;
}

/**
 * Makes a site: the partner of own sites, its white label, its key and its settings. The caller has checked that its address is free, and
 * that the white label has no site.
 */
export async function createSite(tx: Tx, { code, name, ...given }: NewSite, now: Date): Promise<Site> {
  const partners = await loadPartners(tx);
  const owner = partners.find(({ whiteLabels }) =>
    whiteLabels.some((one) => one.code.toUpperCase() === code.toUpperCase()),
  );
  if (!owner) {
    const own = partners.find(({ externalId }) => externalId === ownSitePartner.externalId);
    const partner = own ?? { ...ownSitePartner, whiteLabels: [] };
    await importCatalogue(
      tx,
      { partners: [{ ...partner, whiteLabels: [...partner.whiteLabels, { code, name }] }] },
      { now },
    );
  }
  const { host, path, enabled = true, settings } = given;
  await insertSite(tx, { code, host, path, enabled, settings: { ...newSiteSettings(), ...settings } });
  await renewSiteKey(tx, code, owner?.externalId ?? ownSitePartner.externalId, now);
  return (await storedSite(tx, code))!;
}

/** Gives a site a new key of its partner, and revokes the former one. @throws KeyRefused if the partner is gone. */
export async function renewSiteKey(tx: Tx, code: string, partner: string, now: Date): Promise<void> {
  const former = await siteKeyId(tx, code);
  if (former) await revokeKey(tx, former, now);
  const { key } = await createKey(tx, { partner, mode: "live", readOnly: false, ofSite: true, now });
  const row = await keyByHash(tx, hashOf(key).toString("hex"));
  await writeSiteKey(tx, code, { key, keyId: row!.id });
}

/** Deletes a site and revokes its key. Returns false if there is none. */
export async function removeSite(tx: Tx, code: string, now: Date): Promise<boolean> {
  const key = await siteKeyId(tx, code);
  if (key) await revokeKey(tx, key, now);
  return deleteSite(tx, code);
}
