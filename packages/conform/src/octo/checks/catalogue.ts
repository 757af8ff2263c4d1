import type { Check, Findings } from "../../service/check.ts";
import { SkippedCheckError } from "../../service/skipped.ts";
import type { Exchange } from "../../wire/exchange.ts";
import * as models from "../models.ts";
import { productsOf } from "../sales.ts";
import { type Shape, shapeFaults } from "../shape.ts";
import { type AnyJson, jsonOfSuccess, type TestedSupplier } from "../tested-supplier.ts";

/** The supplier, its capabilities and its products. */

export type OctoCheck = Check<TestedSupplier>;

/** Adds a finding for each field that differs from the shape. */
export function checkShape(findings: Findings, value: AnyJson, shape: Shape, what: string, exchange?: Exchange): void {
  for (const fault of shapeFaults(value, shape)) findings.wrong(`${what}: ${fault}`, exchange);
}

/** Repeated values of a list. */
export const repeatedValues = (values: readonly unknown[]): unknown[] =>
  values.filter((one, n) => values.indexOf(one) !== n);

const core = (page: string) => `OCTO core, ${page}`;

export const catalogueChecks: OctoCheck[] = [
  {
    id: "supplier.shape",
    says: "The supplier has its name, its endpoint and its contact",
    clause: core("Get Supplier"),
    run: async (supplier, findings) => {
      const exchange = await supplier.send("GET", "/supplier");
      checkShape(findings, jsonOfSuccess("supplier", exchange), models.supplierShape, "the supplier", exchange);
    },
  },
  {
    id: "capabilities.list",
    says: "Each capability has its id, its revision and what it requires, once",
    clause: core("Capabilities"),
    run: async (supplier, findings) => {
      const exchange = await supplier.send("GET", "/capabilities");
      const list = jsonOfSuccess("capabilities", exchange);
      checkShape(findings, list, [models.capabilityShape], "the capabilities", exchange);
      findings.equal(repeatedValues(list.map(({ id }: AnyJson) => id)), [], "the list of repeated ids", exchange);
    },
  },
  {
    id: "capabilities.header",
    says: "Octo-Capabilities of an answer names the capabilities that are in use, and no others",
    clause: core("Headers"),
    run: async (supplier, findings) => {
      const offered = await supplier.offered();
      const asked = offered.has("pricing") ? "octo/pricing" : [...offered][0];
      if (asked === undefined) throw new SkippedCheckError("the supplier lists no capability");
      for (const capabilities of [asked, ""]) {
        const exchange = await supplier.send("GET", "/supplier", undefined, { capabilities });
        const header = String(exchange.headers["octo-capabilities"] ?? "");
        const names = header.split(",").flatMap((name) => name.trim().replace(/^octo\//, "") || []);
        const required = capabilities === "" ? [] : [asked.replace(/^octo\//, "")];
        findings.equal(names, required, "Octo-Capabilities of the answer", exchange);
      }
    },
  },
  {
    id: "products.list",
    says: "Each product of the list has the fields of the core, and a unique id",
    clause: core("Get Products"),
    run: async (supplier, findings) => {
      const exchange = await supplier.send("GET", "/products");
      const list = jsonOfSuccess("products", exchange);
      checkShape(findings, list, [models.productShape], "the products", exchange);
      findings.equal(repeatedValues(list.map(({ id }: AnyJson) => id)), [], "the list of repeated ids", exchange);
    },
  },
  {
    id: "products.options",
    says: "A product has at least one option, and at most one default option; option ids are unique in it",
    clause: core("Product, options"),
    run: async (supplier, findings) => {
      for (const { id, options } of await productsOf(supplier)) {
        const what = `the options of product ${id}`;
        checkShape(findings, options, [models.optionShape], what);
        findings.holds(options.length > 0, `${what} are none`);
        findings.holds(options.filter((one: AnyJson) => one.default).length <= 1, `${what} have two defaults`);
        findings.equal(
          repeatedValues(options.map((one: AnyJson) => one.id)),
          [],
          `the list of repeated ids of ${what}`,
        );
      }
    },
  },
  {
    id: "products.units",
    says: "An option has at least one unit, with its type and its restrictions; unit ids are unique in it",
    clause: core("Option, units"),
    run: async (supplier, findings) => {
      for (const { options } of await productsOf(supplier))
        for (const { id, units } of options) {
          const what = `the units of option ${id}`;
          checkShape(findings, units, [models.unitShape], what);
          findings.holds(units.length > 0, `${what} are none`);
          findings.equal(
            repeatedValues(units.map((one: AnyJson) => one.id)),
            [],
            `the list of repeated ids of ${what}`,
          );
        }
    },
  },
  {
    id: "products.product",
    says: "A product read by its id is the product of the list",
    clause: core("Get Product"),
    run: async (supplier, findings) => {
      for (const product of (await productsOf(supplier)).slice(0, 3)) {
        const exchange = await supplier.send("GET", `/products/${encodeURIComponent(product.id)}`);
        const one = jsonOfSuccess("products", exchange);
        const summary = ({ id, options }: AnyJson) => ({
          id,
          options: options?.map(({ id, units }: AnyJson) => ({ id, units: units?.map((unit: AnyJson) => unit.id) })),
        });
        findings.equal(summary(one), summary(product), "the product with its options and units", exchange);
      }
    },
  },
  {
    id: "products.core",
    says: "Without a capability, products have no fields of pricing",
    clause: core("Capabilities"),
    run: async (supplier, findings) => {
      for (const { id, pricingPer, options } of await productsOf(supplier)) {
        const units = options.flatMap((option: AnyJson) => option.units);
        const priced = pricingPer !== undefined || units.some((unit: AnyJson) => unit.pricingFrom !== undefined);
        findings.holds(!priced, `product ${id} has prices, which nobody asked for`);
      }
    },
  },
];
