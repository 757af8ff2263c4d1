import { type Format, operations } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import { jsonFaults } from "../../../wire/json-shape.ts";
import { schemaNode } from "../../../wire/schema.ts";
import { decodeAnswer } from "../../../wire/value.ts";
import { xmlFaults } from "../../../wire/xml-shape.ts";
import { readXml } from "../../../wire/xml-tree.ts";
import type { Check, Findings } from "../../check.ts";
import { readAllProducts, readComingEvents } from "../../lists.ts";
import { SkippedCheckError } from "../../skipped.ts";
import { formats, mediaTypes, type TestedService } from "../../tested-service.ts";

/** Every read in both formats: exactly the contract's fields, and the same values in both. */

type ReadId = "product" | "products" | "productversion" | "productsdeleted" | "events" | "pages" | "currencies";

/** The paths that are checked of each read. */
const paths: Record<ReadId, (service: TestedService) => Promise<string[]>> = {
  product: async (service) => {
    const products = await readAllProducts(service);
    // Checks the first product, the last product, and a product without availability, whose prices are null.
    const some = [products[0], products.at(-1), products.find(({ hasAvailability }) => !hasAvailability)];
    const ids = new Set(some.flatMap((product) => product?.id ?? []));
    if (ids.size === 0) throw new SkippedCheckError("the service has no product");
    return [...ids].map((id) => service.path("product", { id }));
  },
  products: async (service) => [service.path("products")],
  productversion: async (service) => [service.path("productversion", { updateversion: 0, deleteversion: 0 })],
  productsdeleted: async (service) => [service.path("productsdeleted", { version: 0 })],
  events: async (service) => {
    // A list that cannot be read must not skip this check, which tests its shape.
    const [event] = await readComingEvents(service).catch(() => []);
    const day = event?.eventOn.slice(0, 10);
    return [day ? service.path("events", { fromdate: day, todate: day }) : service.path("events")];
  },
  pages: async (service) => (await service.languages()).map((lang) => service.path("pages", { lang })),
  currencies: async (service) => [service.path("currencies")],
};

/** Checks the type and content of a 200 in this format. */
export function checkDocument(
  id: keyof typeof operations,
  format: Format,
  exchange: Exchange,
  findings: Findings,
): void {
  if (!findings.status(exchange, 200)) return;
  const type = exchange.headers["content-type"] ?? "";
  const expected = new RegExp(`^${mediaTypes[format].replace("/", "\\/")}\\s*(;\\s*charset="?utf-8"?)?$`, "i");
  findings.holds(expected.test(type), `Content-Type is "${type}", not ${mediaTypes[format]}`, exchange);
  for (const fault of documentFaults(id, format, exchange)) findings.wrong(fault, exchange);
}

function documentFaults(id: keyof typeof operations, format: Format, { text }: Exchange): string[] {
  const schema = schemaNode(operations[id].response);
  if (format === "json") {
    try {
      return jsonFaults(schema, JSON.parse(text));
    } catch {
      return ["the answer is not well-formed JSON"];
    }
  }
  const tree = readXml(text);
  return tree ? xmlFaults(schema, tree) : ["the answer is not well-formed XML without a DOCTYPE"];
}

const checksOfRecord = (id: ReadId): Check[] => [
  ...formats.map(
    (format): Check => ({
      id: `shape.${id}.${format}`,
      says: `${operations[id].path} answers in ${format === "json" ? "JSON" : "XML"} with exactly the contract's fields`,
      clause:
        format === "json" ? "interface, resources and their fields; decision 3" : "interface, XML format; decision 2",
      run: async (service, findings) => {
        for (const path of await paths[id](service))
          checkDocument(id, format, await service.get(path, format), findings);
      },
    }),
  ),
  {
    id: `shape.${id}.same`,
    says: `${operations[id].path} has the same values in JSON and XML`,
    clause: "interface, conventions: formats",
    run: async (service, findings) => {
      for (const path of await paths[id](service)) await checkSame(id, service, path, findings);
    },
  },
];

async function checkSame(id: ReadId, service: TestedService, path: string, findings: Findings): Promise<void> {
  const json = await service.get(path);
  const xml = await service.get(path, "xml");
  // If the catalogue changed between the two reads, the first answer is read again.
  if (same(id, json, xml) || same(id, await service.get(path), xml)) return;
  findings.wrong("the values in JSON and in XML differ", xml);
}

function same(id: ReadId, json: Exchange, xml: Exchange): boolean {
  const [one, other] = [json, xml].map((exchange) => decodeAnswer(operations[id].response, exchange));
  if (one === undefined || other === undefined)
    throw new SkippedCheckError(`an answer cannot be read, see the checks shape.${id}`);
  return JSON.stringify(one) === JSON.stringify(other);
}

export const shapeChecks: Check[] = (Object.keys(paths) as ReadId[]).flatMap(checksOfRecord);
