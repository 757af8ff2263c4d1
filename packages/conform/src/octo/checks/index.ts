import { availabilityChecks } from "./availability.ts";
import { bookingChecks, reservationChecks } from "./bookings.ts";
import { catalogueChecks, type OctoCheck } from "./catalogue.ts";
import { errorChecks } from "./errors.ts";
import { extraChecks } from "./extras.ts";
import { latencyChecks } from "./latency.ts";
import { retryChecks } from "./retries.ts";

/** All checks of a supplier that speaks OCTO, in the order in which they run. The identifiers are stable. */
export const octoChecks: readonly OctoCheck[] = [
  ...catalogueChecks,
  ...availabilityChecks,
  ...errorChecks,
  ...reservationChecks,
  ...bookingChecks,
  ...retryChecks,
  ...extraChecks,
  ...latencyChecks,
];
