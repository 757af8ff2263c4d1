import type { texts } from "../en/index.ts";
import type { Texts } from "../texts.ts";
import { account } from "./account.ts";
import { changes } from "./catalogue/changes.ts";
import { content } from "./catalogue/content.ts";
import { currencies } from "./catalogue/currencies.ts";
import { events } from "./catalogue/events.ts";
import { exchange } from "./catalogue/exchange.ts";
import { products } from "./catalogue/products.ts";
import { whiteLabels } from "./catalogue/whiteLabels.ts";
import { frame } from "./frame.ts";
import { home } from "./home.ts";
import { audit, operators } from "./operators.ts";
import { dashboard } from "./orders/dashboard.ts";
import { day, find, letters, ticketTypes } from "./orders/day.ts";
import { deliveries } from "./orders/deliveries.ts";
import { orderChange } from "./orders/order-change.ts";
import { orders } from "./orders/orders.ts";
import { partners } from "./orders/partners.ts";
import { redeem } from "./orders/redeem.ts";
import { suppliers } from "./orders/suppliers.ts";
import { problems } from "./problems.ts";
import { reactAdmin } from "./react-admin.ts";

const own: Texts<typeof texts> = {
  frame,
  home,
  account,
  operators,
  audit,
  orders,
  orderChange,
  redeem,
  problems,
  dashboard,
  changes,
  events,
  whiteLabels,
  content,
  currencies,
  exchange,
  products,
  partners,
  deliveries,
  suppliers,
  day,
  find,
  letters,
  ticketTypes,
};
export const pt = { ...reactAdmin, ...own };
