import type { Check } from "../check.ts";
import { amounts } from "./amounts.ts";
import { booking } from "./booking.ts";
import { bookingRefusals } from "./booking-refusals.ts";
import { caching } from "./caching.ts";
import { catalogue } from "./catalogue.ts";
import { dates } from "./dates.ts";
import { keys } from "./keys.ts";
import { negotiation } from "./negotiation.ts";
import { paging } from "./paging.ts";
import { problems } from "./problems.ts";
import { validateRefusals } from "./refusals.ts";
import { shapes } from "./shapes.ts";
import { validate } from "./validate.ts";
import { versions } from "./versions.ts";
import { xml } from "./xml.ts";

/** Every check of a service, in the order in which they are made. The identifiers are stable. */
export const checks: readonly Check[] = [
  ...shapes,
  ...xml,
  ...negotiation,
  ...problems,
  ...paging,
  ...catalogue,
  ...amounts,
  ...dates,
  ...versions,
  ...caching,
  ...validate,
  ...validateRefusals,
  ...booking,
  ...bookingRefusals,
  ...keys,
];
