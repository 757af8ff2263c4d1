import type { FinalState, History, HistoryRule, Violation } from "./history.ts";
import { answersAreExplained } from "./rules/answers.ts";
import { pricesWereInForce, validatedPricesHold, versionsGrow } from "./rules/catalogue.ts";
import { amendmentRules } from "./rules/changes.ts";
import { oneOrderPerHold, openHoldsCanBeBooked } from "./rules/holds.ts";
import { notificationsArriveInOrder } from "./rules/notifications.ts";
import {
  acknowledgedOrdersAreThere,
  knownOrdersAreFound,
  oneOrderPerKey,
  ordersAreDistinct,
  ordersWereRequested,
} from "./rules/orders.ts";
import { neverOversold, refusalsAreTrue, seatsAddUp } from "./rules/seats.ts";
import { statusFollowsTable, statusNeverMovesBack } from "./rules/status.ts";

/** Checks a history against all rules. Pure: the same history has the same violations. */

export const rules: Record<string, HistoryRule> = {
  answersAreExplained,
  seatsAddUp,
  neverOversold,
  refusalsAreTrue,
  acknowledgedOrdersAreThere,
  oneOrderPerKey,
  ordersAreDistinct,
  ordersWereRequested,
  knownOrdersAreFound,
  statusFollowsTable,
  statusNeverMovesBack,
  notificationsArriveInOrder,
  versionsGrow,
  pricesWereInForce,
  validatedPricesHold,
  openHoldsCanBeBooked,
  oneOrderPerHold,
  ...amendmentRules,
};

export const checkHistory = (history: History, final: FinalState): Violation[] =>
  Object.values(rules).flatMap((rule) => rule(history, final));
