import Type from "typebox";
import { type SheetFormat, sheetTypes, writeTable } from "../../../domain/editing/sheets/sheets.ts";
import { readTicketNames } from "../../../domain/orders/day/ticket-names.ts";
import { orderTable } from "../../../domain/orders/finding/order-table.ts";
import { countOrders, listOrders, orderFilter, orderSorts } from "../../../store/orders/order-list.ts";
import { invalid } from "../../editing/changing.ts";
import { FileAnswer, operation } from "../../operation.ts";
import { checkOrderFilter, orderRoles } from "../order-operations.ts";

/** The list of orders as a file. */

/** Greatest number of orders in one file. Writing a workbook blocks the event loop. */
const mostOrders: Record<SheetFormat, number> = { csv: 50_000, xlsx: 10_000 };

export const orderExportOperations = [
  operation({
    id: "orders.exportList",
    method: "GET",
    path: "/orders/export",
    summary: "Export the orders that a list's filters select as CSV or XLSX. The audit log records each export",
    roles: orderRoles,
    query: Type.Object({
      format: Type.Enum(["csv", "xlsx"]),
      sort: Type.Optional(Type.Enum(Object.keys(orderSorts))),
      order: Type.Optional(Type.Enum(["asc", "desc"])),
      ...orderFilter,
    }),
    response: Type.String({ description: "The file." }),
    async run({ service: { db }, query, lang, now, audit }) {
      const { format, sort, order, ...filter } = query;
      checkOrderFilter(filter);
      const count = await countOrders(db, filter);
      if (count > mostOrders[format]) {
        const detail = `It is ${count} orders, and a file of ${format} holds ${mostOrders[format]}: choose a shorter time.`;
        throw invalid([{ pointer: "placedFrom", detail }]);
      }
      const page = { sort: sort as keyof typeof orderSorts | undefined, order, offset: 0, limit: mostOrders[format] };
      const { rows } = await listOrders(db, filter, page);
      const bytes = await writeTable(format, orderTable(rows, await readTicketNames(db), lang));
      // The text of a search can name a guest, whose data may have to be erased.
      const { q, ...others } = filter;
      const after = { orders: rows.length, format, filter: { ...others, ...(q && { q: "…" }) } };
      await audit({ subject: "orders", after }, db);
      return new FileAnswer(`orders-${now.toISOString().slice(0, 10)}.${format}`, sheetTypes[format], bytes);
    },
  }),
];
