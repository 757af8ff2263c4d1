import { readTicketNames } from "../../domain/catalogue/ticket-names.ts";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import { orderTable } from "../../domain/orders/order-table.ts";
import { countOrders, listOrders, orderFilter, orderSorts } from "../../store/orders/order-list.ts";
import { listExport } from "./list-export.ts";
import { checkOrderFilter } from "./order-operations.ts";

/** The list of orders as a file. */
export const orderExportOperations = [
  listExport({
    id: "orders.exportList",
    path: "/orders/export",
    summary: "Export the orders that a list's filters select as CSV or XLSX. The audit log records each export",
    name: "orders",
    sorts: orderSorts,
    filter: orderFilter,
    narrowing: "placedFrom",
    check: checkOrderFilter,
    count: async (db, filter, now) => countOrders(db, await storeCurrency(db), filter, now),
    rows: async (db, filter, page, now) => listOrders(db, await storeCurrency(db), filter, page, now),
    table: async (rows, db, reader) => orderTable(rows, await readTicketNames(db), reader),
  }),
];
