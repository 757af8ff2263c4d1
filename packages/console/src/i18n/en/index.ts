import english from "ra-language-english";
import { account } from "./account.ts";
import { frame } from "./frame.ts";
import { audit, operators } from "./operators.ts";
import { orders } from "./orders.ts";
import { problems } from "./problems.ts";
import { redeem } from "./redeem.ts";

/** English: the table that the others are held against. A new area of the console is one more line here. */
export const texts = { frame, account, operators, audit, orders, redeem, problems } as const;
export const en = { ...english, ...texts };
