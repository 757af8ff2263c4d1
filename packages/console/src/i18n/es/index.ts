import type { texts } from "../en/index.ts";
import type { Texts } from "../texts.ts";
import { account } from "./account.ts";
import { changes } from "./changes.ts";
import { content } from "./content.ts";
import { currencies } from "./currencies.ts";
import { dashboard } from "./dashboard.ts";
import { deliveries } from "./deliveries.ts";
import { events } from "./events.ts";
import { exchange } from "./exchange.ts";
import { frame } from "./frame.ts";
import { audit, operators } from "./operators.ts";
import { orders } from "./orders.ts";
import { partners } from "./partners.ts";
import { problems } from "./problems.ts";
import { products } from "./products.ts";
import { reactAdmin } from "./react-admin.ts";
import { redeem } from "./redeem.ts";
import { suppliers } from "./suppliers.ts";
import { whiteLabels } from "./whiteLabels.ts";

const own: Texts<typeof texts> = {
  frame,
  account,
  operators,
  audit,
  orders,
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
};
export const es = { ...reactAdmin, ...own };
