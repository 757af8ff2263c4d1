import type { texts } from "../en/index.ts";
import type { Texts } from "../texts.ts";
import { account } from "./account.ts";
import { frame } from "./frame.ts";
import { audit, operators } from "./operators.ts";
import { orders } from "./orders.ts";
import { problems } from "./problems.ts";
import { reactAdmin } from "./react-admin.ts";
import { redeem } from "./redeem.ts";

const own: Texts<typeof texts> = { frame, account, operators, audit, orders, redeem, problems };
export const pt = { ...reactAdmin, ...own };
