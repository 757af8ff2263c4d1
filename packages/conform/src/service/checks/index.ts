import type { Check } from "../check.ts";
import { amountChecks } from "./catalogue/amounts.ts";
import { availabilityChecks } from "./catalogue/availability.ts";
import { catalogueChecks } from "./catalogue/catalogue.ts";
import { contentChecks } from "./catalogue/contents.ts";
import { dateChecks } from "./catalogue/dates.ts";
import { pagingChecks } from "./catalogue/paging.ts";
import { versionChecks } from "./catalogue/versions.ts";
import { cachingChecks } from "./protocol/caching.ts";
import { keyChecks } from "./protocol/keys.ts";
import { negotiationChecks } from "./protocol/negotiation.ts";
import { problemChecks } from "./protocol/problems.ts";
import { shapeChecks } from "./protocol/shapes.ts";
import { xmlChecks } from "./protocol/xml.ts";
import { bookingChecks } from "./selling/booking.ts";
import { bookingRefusalChecks } from "./selling/booking-refusals.ts";
import { cancellationChecks } from "./selling/cancelling.ts";
import { changeChecks } from "./selling/changes.ts";
import { holdChecks } from "./selling/holds.ts";
import { orderChecks } from "./selling/orders.ts";
import { validationChecks } from "./selling/validate.ts";
import { validationRefusalChecks } from "./selling/validate-refusals.ts";

/** All checks of a service, in the order in which they run. The identifiers are stable. */
export const serviceChecks: readonly Check[] = [
  ...shapeChecks,
  ...xmlChecks,
  ...negotiationChecks,
  ...problemChecks,
  ...pagingChecks,
  ...catalogueChecks,
  ...amountChecks,
  ...dateChecks,
  ...versionChecks,
  ...availabilityChecks,
  ...contentChecks,
  ...cachingChecks,
  ...validationChecks,
  ...validationRefusalChecks,
  ...bookingChecks,
  ...bookingRefusalChecks,
  ...holdChecks,
  ...changeChecks,
  ...cancellationChecks,
  ...orderChecks,
  ...keyChecks,
];
