import type { Check } from "../check.ts";
import { amounts } from "./catalogue/amounts.ts";
import { availability } from "./catalogue/availability.ts";
import { catalogue } from "./catalogue/catalogue.ts";
import { contents } from "./catalogue/contents.ts";
import { dates } from "./catalogue/dates.ts";
import { paging } from "./catalogue/paging.ts";
import { versions } from "./catalogue/versions.ts";
import { caching } from "./protocol/caching.ts";
import { keys } from "./protocol/keys.ts";
import { negotiation } from "./protocol/negotiation.ts";
import { problems } from "./protocol/problems.ts";
import { shapes } from "./protocol/shapes.ts";
import { xml } from "./protocol/xml.ts";
import { booking } from "./selling/booking.ts";
import { bookingRefusals } from "./selling/booking-refusals.ts";
import { cancelling } from "./selling/cancelling.ts";
import { changes } from "./selling/changes.ts";
import { holds } from "./selling/holds.ts";
import { orders } from "./selling/orders.ts";
import { validate } from "./selling/validate.ts";
import { validateRefusals } from "./selling/validate-refusals.ts";

/** All checks of a service, in the order in which they run. The identifiers are stable. */
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
  ...availability,
  ...contents,
  ...caching,
  ...validate,
  ...validateRefusals,
  ...booking,
  ...bookingRefusals,
  ...holds,
  ...changes,
  ...cancelling,
  ...orders,
  ...keys,
];
