import { orderDates, pageTypeCodes } from "@paseo/contract";

/** Values of each parameter, at and past its bounds. */

export const most = `${Number.MAX_SAFE_INTEGER}`;
/** An id that no record has. */
export const unknown = "00000000-0000-4000-8000-000000000000";

export interface Parameter {
  good: string[];
  /** Text in the encoding of an address, already escaped. */
  bad: string[];
}

const notWhole = [
  "",
  "x",
  "1.5",
  "1.0",
  "1e3",
  "+1",
  "%201",
  "1%20",
  "0x1",
  "1,000",
  "9007199254740992",
  "9".repeat(400),
  "%D9%A1",
  "%FF",
  "1%00",
];
const version: Parameter = { good: ["0", "1", "00"], bad: ["-1", ...notWhole] };
const storedVersion: Parameter = { good: [...version.good, most], bad: version.bad };
const search: Parameter = {
  good: ["", "x", "x".repeat(200), "%F0%9F%98%80", "100%25", "_", "'%3B--", "%5C", "a+b"],
  bad: ["x".repeat(201), "%00", "a%0Ab", "%C3", "%ED%A0%80", "%zz", "%"],
};
const date: Parameter = {
  good: ["2026-06-16", "2026-06-16T20:00", "2026-06-16T20:00:00Z", "16-06-2026", "16-06-2026+20:00", ""],
  bad: [
    "x",
    "2026",
    "2026-02-30",
    "30-02-2026",
    "2026-6-1",
    "16/06/2026",
    "06-16-2026",
    "2026-06-16T24:00",
    "2026-06-16T20:60",
    "0000-01-01",
    "%00",
    "1".repeat(1000),
  ],
};
/** A local day, without a time. */
const wholeDay: Parameter = {
  good: date.good.filter((text) => !/[T:]/.test(text)),
  bad: [...date.bad, "2026-06-16T20:00", "16-06-2026%2020:00"],
};
const malformedIds = [
  "12",
  "x",
  unknown.slice(1),
  `${unknown}0`,
  `%7B${unknown}%7D`,
  unknown.replaceAll("-", ""),
  `${unknown.slice(1)}g`,
  "%00",
  "x".repeat(3000),
  "..%2F..%2Fetc",
];
/** The values by name; an operation can have its own values. */
export const parameters: Record<string, Parameter> = {
  page: { good: ["1", "2", "007", most], bad: ["0", "-1", ...notWhole] },
  version,
  updateversion: storedVersion,
  deleteversion: storedVersion,
  query: search,
  id: { good: [], bad: malformedIds },
  fromdate: date,
  "catalogdigest fromdate": wholeDay,
  "availability fromdate": wholeDay,
  "availability todate": wholeDay,
  todate: date,
  from: date,
  to: date,
  by: { good: ["", ...orderDates], bad: ["Booked", "created", "booked,event", "%00"] },
  reference: { good: ["", "CART-1", "x".repeat(64), "%F0%9F%98%80"], bad: ["x".repeat(65), "%00", "%FF"] },
  testmode: { good: ["", "true", "false"], bad: ["1", "True", "yes", "%00"] },
  cursor: { good: [""], bad: ["x", "e30", "bnVsbA", "x".repeat(4001), "%00", "%FF"] },
  pagetypecode: { good: ["", ...pageTypeCodes], bad: ["City", "cities", "city%20", "city,category", "%00"] },
  whitelabelcode: {
    good: ["", "ACME-ES", "acme-es", "x".repeat(64)],
    bad: ["x".repeat(65), "%00", "%FF"],
  },
};
