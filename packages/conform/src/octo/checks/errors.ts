import { randomUUID } from "node:crypto";
import type { Findings } from "../../service/check.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { findOctoSale, nextDaysRequest, reservationBody, sendReservation } from "../sales.ts";
import { parseJsonAnswer, type TestedSupplier } from "../tested-supplier.ts";
import type { OctoCheck } from "./catalogue.ts";

/** Errors: status, code, message and the field that belongs to the code. */

interface Expected {
  status?: readonly number[];
  codes: readonly string[];
  /** The field that contains the invalid value. */
  field?: [name: string, value: string];
}

function isRefused(findings: Findings, exchange: Exchange, { status = [400], codes, field }: Expected): void {
  const body = parseJsonAnswer(exchange);
  findings.holds(status.includes(exchange.status), `answers ${exchange.status}, not ${status.join(" or ")}`, exchange);
  findings.holds(codes.includes(body?.error), `error is ${body?.error}, not ${codes.join(" or ")}`, exchange);
  findings.holds(
    typeof body?.errorMessage === "string" && body.errorMessage !== "",
    "errorMessage is missing",
    exchange,
  );
  if (field) findings.equal(body?.[field[0]], field[1], field[0], exchange);
}

const clause = "OCTO core, Errors";
const unknown = "conformance-unknown";

interface Case extends Expected {
  id: string;
  says: string;
  needs?: "booking";
  send(supplier: TestedSupplier): Promise<Exchange>;
}

const missing = randomUUID();

const cases: Case[] = [
  {
    id: "errors.product",
    says: "An unknown product is INVALID_PRODUCT_ID with its productId",
    codes: ["INVALID_PRODUCT_ID"],
    field: ["productId", unknown],
    send: (supplier) => supplier.send("GET", `/products/${unknown}`),
  },
  {
    id: "errors.option",
    says: "An unknown option is INVALID_OPTION_ID with its optionId",
    codes: ["INVALID_OPTION_ID"],
    field: ["optionId", unknown],
    send: async (supplier) =>
      supplier.send("POST", "/availability", { ...nextDaysRequest(await findOctoSale(supplier)), optionId: unknown }),
  },
  {
    id: "errors.days",
    says: "Availability without days and without ids is BAD_REQUEST",
    codes: ["BAD_REQUEST"],
    send: async (supplier) => {
      const { productId, optionId } = nextDaysRequest(await findOctoSale(supplier));
      return supplier.send("POST", "/availability", { productId, optionId });
    },
  },
  {
    id: "errors.json",
    says: "A body that is not JSON is BAD_REQUEST",
    codes: ["BAD_REQUEST"],
    send: (supplier) => supplier.sendAs({ ...supplier.request("POST", "/availability", {}), body: '{"productId":' }),
  },
  {
    id: "errors.key",
    says: "A request without a known key is UNAUTHORIZED or FORBIDDEN",
    status: [400, 401, 403],
    codes: ["UNAUTHORIZED", "FORBIDDEN"],
    send: (supplier) =>
      supplier.send("GET", "/products", undefined, { headers: { authorization: `Bearer ${unknown}` } }),
  },
  {
    id: "errors.booking",
    says: "An unknown booking is INVALID_BOOKING_UUID with its uuid",
    codes: ["INVALID_BOOKING_UUID"],
    field: ["uuid", missing],
    send: (supplier) => supplier.send("GET", `/bookings/${missing}`),
  },
  {
    id: "errors.unit",
    says: "An unknown unit is INVALID_UNIT_ID with its unitId",
    needs: "booking",
    codes: ["INVALID_UNIT_ID"],
    field: ["unitId", unknown],
    send: async (supplier) =>
      sendReservation(supplier, { ...reservationBody(await findOctoSale(supplier)), unitItems: [{ unitId: unknown }] }),
  },
  {
    id: "errors.availability",
    says: "An unknown availability is INVALID_AVAILABILITY_ID with its availabilityId",
    needs: "booking",
    codes: ["INVALID_AVAILABILITY_ID"],
    field: ["availabilityId", unknown],
    send: async (supplier) =>
      sendReservation(supplier, { ...reservationBody(await findOctoSale(supplier)), availabilityId: unknown }),
  },
  {
    id: "errors.units",
    says: "A reservation without units is refused",
    needs: "booking",
    codes: ["BAD_REQUEST", "UNPROCESSABLE_ENTITY"],
    send: async (supplier) =>
      sendReservation(supplier, { ...reservationBody(await findOctoSale(supplier)), unitItems: [] }),
  },
];

export const errorChecks: OctoCheck[] = cases.map(({ id, says, needs, send, ...expected }) => ({
  id,
  says,
  clause,
  ...(needs && { needs }),
  run: async (supplier, findings) => isRefused(findings, await send(supplier), expected),
}));
