import { type Form, operations } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import { jsonFaults } from "../../../wire/json-shape.ts";
import { nodeOf } from "../../../wire/schema.ts";
import { xmlFaults } from "../../../wire/xml-shape.ts";
import type { Check, Findings } from "../../check.ts";
import { allProducts, comingEvents } from "../../lists.ts";
import { Skipped } from "../../skipped.ts";
import { forms, mediaTypes, readXml, type Site, valueIn } from "../../tested-service.ts";

/** Every read, in both forms: exactly the contract's fields, and the same said twice. */

type ReadId = "product" | "products" | "productversion" | "productsdeleted" | "events" | "pages" | "currencies";

/** The addresses of a read that are looked at. */
const addresses: Record<ReadId, (site: Site) => Promise<string[]>> = {
  product: async (site) => {
    const products = await allProducts(site);
    // The first, the last, and one that has nothing to sell, whose prices are null.
    const some = [products[0], products.at(-1), products.find(({ hasAvailability }) => !hasAvailability)];
    const ids = new Set(some.flatMap((product) => product?.id ?? []));
    if (ids.size === 0) throw new Skipped("the service has no product");
    return [...ids].map((id) => site.path("product", { id }));
  },
  products: async (site) => [site.path("products")],
  productversion: async (site) => [site.path("productversion", { updateversion: 0, deleteversion: 0 })],
  productsdeleted: async (site) => [site.path("productsdeleted", { version: 0 })],
  events: async (site) => {
    // A list that cannot be read is looked at as it is: its shape is what this is about.
    const [event] = await comingEvents(site).catch(() => []);
    const day = event?.eventOn.slice(0, 10);
    return [day ? site.path("events", { fromdate: day, todate: day }) : site.path("events")];
  },
  pages: async (site) => [site.path("pages", { lang: "es" }), site.path("pages", { lang: "pt" })],
  currencies: async (site) => [site.path("currencies")],
};

/** Tells what is wrong with a 200's type and content in this form. */
export function checkDocument(id: keyof typeof operations, form: Form, exchange: Exchange, findings: Findings): void {
  if (!findings.status(exchange, 200)) return;
  const type = exchange.headers["content-type"] ?? "";
  const expected = new RegExp(`^${mediaTypes[form].replace("/", "\\/")}\\s*(;\\s*charset="?utf-8"?)?$`, "i");
  findings.holds(expected.test(type), `Content-Type is "${type}", not ${mediaTypes[form]}`, exchange);
  for (const fault of documentFaults(id, form, exchange)) findings.wrong(fault, exchange);
}

function documentFaults(id: keyof typeof operations, form: Form, { text }: Exchange): string[] {
  const schema = nodeOf(operations[id].response);
  if (form === "json") {
    try {
      return jsonFaults(schema, JSON.parse(text));
    } catch {
      return ["the answer is not well-formed JSON"];
    }
  }
  const tree = readXml(text);
  return tree ? xmlFaults(schema, tree) : ["the answer is not well-formed XML without a DOCTYPE"];
}

const shapeChecks = (id: ReadId): Check[] => [
  ...forms.map(
    (form): Check => ({
      id: `shape.${id}.${form}`,
      says: `${operations[id].path} answers in ${form === "json" ? "JSON" : "XML"} with exactly the contract's fields`,
      clause: form === "json" ? "interface, resources and their fields; decision 3" : "interface, XML form; decision 2",
      run: async (site, findings) => {
        for (const path of await addresses[id](site)) checkDocument(id, form, await site.get(path, form), findings);
      },
    }),
  ),
  {
    id: `shape.${id}.same`,
    says: `${operations[id].path} says the same in JSON and in XML`,
    clause: "interface, conventions: formats",
    run: async (site, findings) => {
      for (const path of await addresses[id](site)) await checkSame(id, site, path, findings);
    },
  },
];

async function checkSame(id: ReadId, site: Site, path: string, findings: Findings): Promise<void> {
  const json = await site.get(path);
  const xml = await site.get(path, "xml");
  // A catalogue may change between two reads: then the first form is another one by now.
  if (same(id, json, xml) || same(id, await site.get(path), xml)) return;
  findings.wrong("the values in JSON and in XML differ", xml);
}

function same(id: ReadId, json: Exchange, xml: Exchange): boolean {
  const [one, other] = [json, xml].map((exchange) => valueIn(operations[id].response, exchange));
  if (one === undefined || other === undefined)
    throw new Skipped(`an answer cannot be read, see the checks shape.${id}`);
  return JSON.stringify(one) === JSON.stringify(other);
}

export const shapes: Check[] = (Object.keys(addresses) as ReadId[]).flatMap(shapeChecks);
