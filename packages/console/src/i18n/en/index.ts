/** English: the table that the others are compared with. A new area of the console is one more line in each language. */

export { account } from "./account.ts";
export { changes } from "./catalogue/changes.ts";
export { content } from "./catalogue/content.ts";
export { currencies } from "./catalogue/currencies.ts";
export { events } from "./catalogue/events.ts";
export { exchange } from "./catalogue/exchange.ts";
export { field } from "./catalogue/field.ts";
export { products } from "./catalogue/products.ts";
export { whiteLabels } from "./catalogue/whiteLabels.ts";
export { frame } from "./frame.ts";
export { home } from "./home.ts";
export { mail } from "./mail.ts";
export { audit, operators } from "./operators.ts";
export { amendment } from "./orders/amendment.ts";
export { bulk } from "./orders/bulk.ts";
export { callbacks } from "./orders/callbacks.ts";
export { dashboard } from "./orders/dashboard.ts";
export { day, find, ticketTypes } from "./orders/day.ts";
export { door } from "./orders/door.ts";
export { letters } from "./orders/letters.ts";
export { orders } from "./orders/orders.ts";
export { partners } from "./orders/partners.ts";
export { refunds } from "./orders/refunds.ts";
export { sale } from "./orders/sale.ts";
export { suppliers } from "./orders/suppliers.ts";
export { problems } from "./problems.ts";
