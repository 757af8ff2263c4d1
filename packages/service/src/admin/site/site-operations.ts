import { limits } from "@paseo/contract";
import Type from "typebox";
import { KeyRefused } from "../../domain/partners/keys.ts";
import { createSite, removeSite, renewSiteKey } from "../../domain/site/create-site.ts";
import { makePagesAt, makesPagesAt, siteAddressProblems, siteUrl } from "../../domain/site/site-addresses.ts";
import { Revision, text } from "../../records/schemas.ts";
import { type Site, type SiteAddress, SiteSettings, siteAddressFields } from "../../records/site.ts";
import type { Service } from "../../service.ts";
import { activeCurrencies } from "../../store/catalogue/currencies.ts";
import type { Tx } from "../../store/database/database.ts";
import { loadPageRules } from "../../store/editing/page-rules.ts";
import { whiteLabel } from "../../store/editing/white-labels.ts";
import { storedPaymentKinds } from "../../store/payments/kinds.ts";
import { missingPhotos } from "../../store/photos/photos.ts";
import { SiteState, siteState } from "../../store/site/site-state.ts";
import { siteAtAddress, storedSite, storedSites, updateSite } from "../../store/site/sites.ts";
import { type RefusedField, refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { catalogueRoles, invalidFields } from "../editing/changing.ts";
import { listOperation, operation, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";

/** The operator's own booking sites. The white label's code is the id of its site. */

const line = {
  id: text,
  code: Type.String({ description: "Code of the white label." }),
  name: Type.String({ description: "Name of the white label." }),
  ...siteAddressFields,
  url: Type.String({ description: "The address at which guests open the site." }),
  enabled: Type.Boolean({ description: "Whether the site answers." }),
  revision: Revision,
};
const SiteLine = Type.Object(line);

const SiteDetails = Type.Object({
  ...line,
  settings: SiteSettings,
  ...SiteState.properties,
  makesPages: Type.Boolean({ description: "Whether the page rules make the pages of products below this site." }),
  paymentKinds: Type.Array(text, { description: "Providers through which guests can pay." }),
});

const setPages = Type.Optional(
  Type.Boolean({ description: "Make a page below this site for each product, and for each city that has a name." }),
);

export const siteOperations = [
  listOperation({
    id: "sites.list",
    path: "/sites",
    summary: "List the operator's own booking sites",
    roles: catalogueRoles,
    filter: {},
    record: SiteLine,
    async rows({ service }, _filter, { offset, limit }) {
      const sites = await storedSites(service.db);
      const rows = sites.slice(offset, offset + limit).map((site) => lineOf(service, site));
      return { rows: await Promise.all(rows), total: sites.length };
    },
  }),
  operation({
    id: "sites.show",
    method: "GET",
    path: "/sites/{id}",
    summary: "Read a site, its settings, and what it lacks",
    roles: catalogueRoles,
    response: SiteDetails,
    run: async ({ service, params }) => details(service, params.id!),
  }),
  operation({
    id: "sites.create",
    method: "POST",
    path: "/sites",
    summary: "Create a site with its key, and its white label if there is none",
    roles: ["owner"],
    body: Type.Object({
      code: Type.String({ minLength: 1, maxLength: limits.whiteLabelCode, pattern: "^\\S+$" }),
      name: Type.String({ minLength: 1, maxLength: 200, description: "Name of a new white label." }),
      host: Type.Optional(siteAddressFields.host),
      path: Type.Optional(siteAddressFields.path),
      setPages,
    }),
    response: SiteDetails,
    async run({ service, body, now, change }) {
      const { setPages, name, host = null, path = "" } = body;
      const address = { host, path };
      const { publicUrl } = service.orderContext;
      const known = await whiteLabel(service.db, body.code);
      const code = known?.code ?? body.code;
      await change({ subject: code, after: { ...body, code } }, async (tx) => {
        if (await storedSite(tx, code))
          throw invalidFields([{ pointer: "/code", ...refusal("site-exists", { value: code }) }]);
        await requireFreeAddress(tx, address, null, publicUrl);
        await withKey(createSite(tx, { ...address, code, name }, now));
        if (setPages) await makePagesAt(tx, address, publicUrl, now);
      });
      await service.sites.reload();
      return details(service, code);
    },
  }),
  operation({
    id: "sites.update",
    method: "PUT",
    path: "/sites/{id}",
    summary: "Change a site's address and settings, or switch it off",
    roles: ["owner"],
    body: Type.Object({
      ...siteAddressFields,
      enabled: Type.Boolean(),
      settings: SiteSettings,
      setPages,
      revision: Revision,
    }),
    response: SiteDetails,
    async run({ service, params, body, now, change }) {
      const { setPages, ...given } = body;
      const { publicUrl } = service.orderContext;
      const { revision: _revision, ...before } = await existing(service, params.id!);
      const { code } = before;
      const { revision: _given, ...after } = body;
      await change({ subject: code, before, after: { code, ...after } }, async (tx) => {
        await requireFreeAddress(tx, given, code, publicUrl);
        const problems = await settingProblems(tx, given.settings);
        if (problems.length > 0) throw invalidFields(problems);
        if (!(await updateSite(tx, { code, ...given }))) throw changedMeanwhile();
        if (setPages) await makePagesAt(tx, given, publicUrl, now);
      });
      await service.sites.reload();
      return details(service, code);
    },
  }),
  operation({
    id: "sites.delete",
    method: "DELETE",
    path: "/sites/{id}",
    summary: "Delete a site and revoke its key. Its white label and its orders stay",
    roles: ["owner"],
    query: Type.Object({ revision: Revision }),
    async run({ service, params, query, now, change }) {
      const { revision, ...before } = await existing(service, params.id!);
      await change({ subject: before.code, before }, async (tx) => {
        if (revision !== query.revision) throw changedMeanwhile();
        if (!(await removeSite(tx, before.code, now))) throw changedMeanwhile();
      });
      await service.sites.reload();
    },
  }),
  operation({
    id: "sites.renewKey",
    method: "POST",
    path: "/sites/{id}/key",
    summary: "Give a site a new key, and revoke the former one",
    roles: ["owner"],
    response: SiteDetails,
    async run({ service, params, now, change }) {
      const { code } = await existing(service, params.id!);
      await change({ subject: code }, async (tx) => {
        const label = requireRecord(await whiteLabel(tx, code), "site");
        await withKey(renewSiteKey(tx, code, label.partner, now));
      });
      await service.sites.reload();
      return details(service, code);
    },
  }),
];

const existing = async ({ db }: Service, id: string): Promise<Site> => requireRecord(await storedSite(db, id), "site");

async function lineOf({ db, orderContext }: Service, { settings: _settings, ...site }: Site) {
  const name = (await whiteLabel(db, site.code))?.name ?? site.code;
  return { id: site.code, name, ...site, url: siteUrl(site, orderContext.publicUrl) };
}

async function details(service: Service, id: string) {
  const { db, payments, orderContext } = service;
  const site = await existing(service, id);
  const enabled = (await storedPaymentKinds(db)).filter(({ enabled }) => enabled).map(({ kind }) => kind);
  return {
    ...(await lineOf(service, site)),
    settings: site.settings,
    ...(await siteState(db, site.code)),
    makesPages: makesPagesAt(await loadPageRules(db), site, orderContext.publicUrl),
    paymentKinds: payments.kinds.flatMap(({ kind, isTest }) =>
      enabled.includes(kind) && (!isTest || payments.isTrial) ? [kind] : [],
    ),
  };
}

async function requireFreeAddress(tx: Tx, address: SiteAddress, code: string | null, publicUrl: string): Promise<void> {
  const problems = siteAddressProblems(address, publicUrl);
  if (problems.length > 0) throw invalidFields(problems);
  const other = await siteAtAddress(tx, address, code);
  const pointer = address.host === null ? "/path" : "/host";
  if (other !== null) throw invalidFields([{ pointer, ...refusal("site-address-taken", { value: other }) }]);
}

async function settingProblems(tx: Tx, { currencies, logo, photo }: SiteSettings): Promise<RefusedField[]> {
  const known = new Set((await activeCurrencies(tx)).map(({ code }) => code));
  const images = { logo, photo };
  const missing = await missingPhotos(
    tx,
    [logo, photo].flatMap((id) => (id === null ? [] : [id])),
  );
  return [
    ...currencies.flatMap((value) =>
      known.has(value) ? [] : [{ pointer: "/settings/currencies", ...refusal("no-such-currency", { value }) }],
    ),
    ...(["logo", "photo"] as const).flatMap((name) =>
      images[name] !== null && missing.includes(images[name])
        ? [{ pointer: `/settings/${name}`, ...refusal("image-gone") }]
        : [],
    ),
  ];
}

const withKey = <T>(made: Promise<T>): Promise<T> =>
  made.catch((error) => {
    throw error instanceof KeyRefused ? conflict("too-many-keys", error.message) : error;
  });
