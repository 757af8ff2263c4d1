import { randomUUID } from "node:crypto";
import type { Content, Format } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Check } from "../../check.ts";
import { readAllProducts, readPages, recordIds } from "../../lists.ts";
import { SkippedCheckError } from "../../skipped.ts";
import { formats, type RequestParameters, type TestedService } from "../../tested-service.ts";
import { checkProblem } from "../protocol/problems.ts";
import { checkDocument } from "../protocol/shapes.ts";

/** Contents of products, an extension of the contract. */

const clause = "extension contents; decision 37 of the service";

const ask = (service: TestedService, params: RequestParameters = {}, format: Format = "json"): Promise<Exchange> =>
  service.get(service.path("contents", params), format);

/** Throws SkippedCheckError for a service without the extension. */
async function offered(service: TestedService): Promise<void> {
  const { status } = await service.once("contents", () => ask(service));
  if (status === 404 || status === 405) throw new SkippedCheckError("the service has no contents");
}

const shapeCheck = (format: Format): Check => ({
  id: `contents.shape.${format}`,
  says: `/api/{lang}/contents answers in ${format === "json" ? "JSON" : "XML"} with exactly the documented fields`,
  clause,
  run: async (service, findings) => {
    await offered(service);
    checkDocument("contents", format, await ask(service, {}, format), findings);
  },
});

export const contentChecks: Check[] = [
  ...formats.map(shapeCheck),
  {
    id: "contents.same",
    says: "/api/{lang}/contents has the same values in JSON and XML",
    clause,
    run: async (service, findings) => {
      await offered(service);
      const xml = await ask(service, {}, "xml");
      findings.equal(
        service.read("contents", xml).values,
        service.read("contents", await ask(service)).values,
        "the contents",
        xml,
      );
    },
  },
  {
    id: "contents.products",
    says: "Paging through the contents returns that of every product once, in the order of the products",
    clause: `${clause}; decision 8`,
    run: async (service, findings) => {
      await offered(service);
      const products = await readPages(service, "products");
      const list = await readPages(service, "contents");
      if (!products.complete || !list.complete) throw new SkippedCheckError("the service has too many products");
      findings.equal(recordIds(list), recordIds(products), "the products", list.pages[0]!.exchange);
    },
  },
  {
    id: "contents.other-languages",
    says: "Each text in another language is named by a pointer to it, with a language of the service",
    clause,
    run: async (service, findings) => {
      await offered(service);
      const exchange = await ask(service);
      for (const content of service.read("contents", exchange).values)
        for (const { pointer, lang } of content.otherLanguages) {
          const isText = typeof valueAt(content, pointer) === "string";
          findings.holds(isText, `${pointer} is no text of ${content.id}`, exchange);
          findings.holds(lang !== service.lang, `${pointer} is in the requested language`, exchange);
        }
    },
  },
  {
    id: "contents.id",
    says: "With id the list has the content of that product alone, and an unknown product is a 404",
    clause: `${clause}; decision 6`,
    run: async (service, findings) => {
      await offered(service);
      const [product] = await readAllProducts(service);
      if (!product) throw new SkippedCheckError("the service has no products");
      const exchange = await ask(service, { id: product.id });
      findings.equal(
        service.read("contents", exchange).values.map(({ id }) => id),
        [product.id],
        "the products",
        exchange,
      );
      checkProblem(await ask(service, { id: randomUUID() }), 404, findings, { why: "there is no such product" });
    },
  },
  {
    id: "contents.version",
    says: "With a version only contents that changed since are listed, and a version above the newest is a 410",
    clause: `${clause}; decisions 9 and 10`,
    run: async (service, findings) => {
      await offered(service);
      const { updateVersion } = await service.value("productversion", { updateversion: 0, deleteversion: 0 });
      const exchange = await ask(service, { version: updateVersion });
      if (findings.status(exchange, 200))
        findings.equal(
          service.read("contents", exchange).values,
          [],
          "the contents since the newest version",
          exchange,
        );
      const ahead = { version: updateVersion + 1000 };
      checkProblem(await ask(service, ahead), 410, findings, { why: "the version is above the newest" });
    },
  },
];

const valueAt = (content: Content, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce((value: unknown, name) => (value as Record<string, unknown> | null | undefined)?.[name], content);
