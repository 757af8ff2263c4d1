import { readFileSync, writeFileSync } from "node:fs";
import { operationsTable } from "../packages/service/src/commands/operations.ts";
import { settingsTable } from "../packages/service/src/config.ts";
import { transitionsTable } from "../packages/service/src/domain/orders/order-status.ts";
import { paymentKindsTable } from "../packages/service/src/payments/kinds.ts";
import { CatalogueProduct } from "../packages/service/src/records/catalogue-file.ts";
import { CatalogueTicketType } from "../packages/service/src/records/tickets/ticket-types.ts";
import { supplierKindsTable } from "../packages/service/src/suppliers/kinds.ts";
import { sandboxTable } from "../packages/service/src/suppliers/sandbox.ts";
import { fieldsTable } from "./fields-table.ts";

/** Tables of the reference that are made from the code. `npm run generate` writes them, and `npm run drift` compares. */
export const referenceTables = {
  settings: { page: "docs/reference/settings.md", table: settingsTable },
  transitions: { page: "docs/reference/orders.md", table: transitionsTable },
  triggers: { page: "docs/reference/sandbox.md", table: sandboxTable },
  "ticket-type": { page: "docs/reference/catalogue-file.md", table: () => fieldsTable(CatalogueTicketType, "") },
  product: { page: "docs/reference/catalogue-file.md", table: () => fieldsTable(CatalogueProduct, "items") },
  item: {
    page: "docs/reference/catalogue-file.md",
    table: () => fieldsTable(CatalogueProduct.properties.items.items, "schedules"),
  },
  operations: { page: "docs/reference/commands.md", table: operationsTable },
  "supplier-kinds": { page: "docs/reference/catalogue-file.md", table: supplierKindsTable },
  "payment-kinds": { page: "docs/reference/payments.md", table: paymentKindsTable },
};

/** Matches the table of this name in a page, between its marks. */
export const tablePattern = (name: string): RegExp =>
  new RegExp(`(?<=<!-- ${name}: made by "npm run generate" -->\n).*(?=<!-- /${name} -->)`, "s");

if (import.meta.main) {
  const isCheck = process.argv.includes("--check");
  for (const [name, { page, table }] of Object.entries(referenceTables)) {
    const path = new URL(`../${page}`, import.meta.url);
    const text = readFileSync(path, "utf8");
    const present = text.replace(tablePattern(name), () => table());
    if (!isCheck) writeFileSync(path, present);
    else if (present !== text) {
      console.error(`${page}: the table "${name}" differs from its source. Run: npm run generate`);
      process.exitCode = 1;
    }
  }
}
