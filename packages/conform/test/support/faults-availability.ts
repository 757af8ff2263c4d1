import { changeJson, inText, rewritten } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";

/** Faults of a service in availability by day. */

const availability = /^GET \/api\/availability/;

export const availabilityFaults: ServiceFault[] = [
  {
    what: "a field of a day that the interface lacks",
    finds: "availability.shape.json",
    fault: changeJson(availability, (value) => {
      for (const day of value.values) day.seats = 4;
    }),
  },
  {
    what: "an element of a day that the interface lacks",
    finds: "availability.shape.xml",
    fault: inText(availability, "xml", (text) => text.replace("</Day>", "<Seats>4</Seats></Day>")),
  },
  {
    what: "another number of events in XML than in JSON",
    finds: "availability.same",
    fault: inText(availability, "xml", (text) => text.replace(/<Events>\d+/, "<Events>77")),
  },
  {
    what: "a day with another lowest price than its events",
    finds: "availability.events",
    fault: changeJson(availability, (value) => {
      for (const day of value.values) if (day.minUsdPrice) day.minUsdPrice.value += 0.01;
    }),
  },
  {
    what: "a sold-out day that is open",
    finds: "availability.events",
    fault: changeJson(availability, (value) => {
      for (const day of value.values) day.openEvents = day.events + 1;
    }),
  },
  {
    what: "a range of days without its end",
    finds: "availability.range",
    fault: rewritten((path) => path.replace(/(availability.*)todate=(\d{4}-\d\d-)\d\d/, "$1todate=$201")),
  },
  {
    what: "days that are not by date",
    finds: "availability.all",
    fault: changeJson(availability, (value) => {
      value.values.reverse();
    }),
  },
  {
    what: "a range that is too long and is not refused",
    finds: "availability.invalid",
    fault: rewritten((path) => path.replace(/(availability.*)&todate=20\d\d-\d\d-\d\d/, "$1")),
  },
  {
    what: "a version that is not read",
    finds: "availability.version",
    fault: rewritten((path) => path.replace(/(availability.*)&version=\d+/, "$1")),
  },
  {
    what: "If-None-Match that is not read",
    finds: "availability.etag",
    fault: {
      onRequest: (request) => {
        delete request.headers["if-none-match"];
        return undefined;
      },
    },
  },
];
