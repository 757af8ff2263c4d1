import { sql } from "kysely";
import { offeredProduct } from "../../src/suppliers/octo/offered.ts";
import { product } from "../suppliers/octo/octo-server.ts";
import type { Operator } from "../support/console.ts";
import { ecbFile } from "../support/samples/ecb-file.ts";
import { type Ordering, silent } from "../support/samples/ordering.ts";

/** Valid calls of the operations on suppliers, partners, keys, currencies and the store's settings. */

/** A call of an operation; `type` is the media type of a file. */
export interface Sample {
  path: string;
  body?: unknown;
  type?: string;
}

export function storeSamples(ordering: Ordering, owner: Operator): Record<string, () => Promise<Sample>> {
  const { db } = ordering.app.store.database;
  const revision = (record: { revision: number }) => ({ revision: record.revision });
  const ofPartner = async () => (await owner.ask("GET", "/partners?q=acme")).data[0];
  return {
    "currencies.create": async () => ({
      path: "/currencies",
      body: { code: "GBP", name: "Pound", displaySymbol: "£", active: true, base: "0.8", markup: "0" },
    }),
    "currencies.update": async () => ({
      path: "/currencies/EUR",
      body: {
        ...{ name: "Euro", displaySymbol: "€", active: true, base: "0.95", markup: "0" },
        ...revision(await owner.ask("GET", "/currencies/EUR")),
      },
    }),
    "currencies.ecb": async () => ({
      path: "/currencies/ecb",
      type: "application/xml",
      body: Buffer.from(ecbFile({ USD: "1.25", BRL: "6" })),
    }),
    "suppliers.create": async () => ({ path: "/suppliers", body: { externalId: "new", name: "New", kind: "desk" } }),
    "suppliers.update": async () => ({
      path: "/suppliers/teatro",
      body: { name: "Teatro Real", kind: "desk", ...revision(await owner.ask("GET", "/suppliers/teatro")) },
    }),
    "suppliers.delete": async () => ({
      path: `/suppliers/teatro?revision=${(await owner.ask("GET", "/suppliers/teatro")).revision}`,
    }),
    "suppliers.rotateSecret": async () => ({ path: "/suppliers/called/secret" }),
    "suppliers.importProduct": async () => {
      // The scripted supplier has products whatever its kind. A job would read the seats of the kind octo in the background.
      await owner.ask("POST", "/suppliers", { externalId: "octo", name: "Octo", kind: "desk" });
      ordering.supplier.now = { ...silent, products: async () => ({ products: [offeredProduct(product)!] }) };
      return { path: "/suppliers/octo/products", body: { product: "tour", cityCode: "MAD" } };
    },
    "partners.create": async () => ({ path: "/partners", body: { externalId: "new", name: "New" } }),
    "partners.update": async () => {
      const { id, revision } = await ofPartner();
      return { path: `/partners/${id}`, body: { name: "Acme", active: true, revision } };
    },
    "keys.create": async () => ({ path: `/partners/${(await ofPartner()).id}/keys`, body: { mode: "test" } }),
    "keys.revoke": async () => {
      const { data } = await owner.ask("GET", `/keys?partner=${(await ofPartner()).id}`);
      const key = data.find(
        ({ mode, revokedAt }: { mode: string; revokedAt: unknown }) => mode === "test" && !revokedAt,
      );
      return { path: `/keys/${key.id}` };
    },
    "home.update": async () => ({ path: "/home", body: { timeZone: "Europe/Madrid", currencyCode: "EUR" } }),
    "brand.update": async () => ({
      path: "/brand",
      body: { name: null, logo: null, colour: "#862b68", taxNumber: "NIF 1", email: null, dayPhone: null },
    }),
    "channels.update": async () => ({ path: "/channels", body: { octo: true } }),
    "channels.connect": async () => ({
      path: "/channels/viator",
      body: {
        ...{ active: true, partner: "acme", supplierId: 1004, countryCode: "ES" },
        ...{ notifyAddress: null, notifyUser: null },
      },
    }),
    "channels.addKey": async () => ({
      path: "/channels/viator/keys",
      body: { key: "issued-by-viator-0123456789", mode: "test" },
    }),
    "home.dismissSetup": async () => ({ path: "/home/dismiss-setup" }),
    "partners.setCatalogAddress": async () => ({
      path: `/partners/${(await ofPartner()).id}/catalog-address`,
      body: { url: "http://127.0.0.1:8099/catalogue" },
    }),
    "partners.removeCatalogAddress": async () => {
      const { id } = await ofPartner();
      await sql`
        insert into catalog_address (partner_id, url, update_version, delete_version, state)
        values (${id}, 'https://partner.example.com/catalogue', 0, 0, 'active') on conflict do nothing`.execute(db);
      return { path: `/partners/${id}/catalog-address` };
    },
    "partners.rotateSecret": async () => ({ path: `/partners/${(await ofPartner()).id}/secret` }),
  };
}
