import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A supplier that speaks OCTO and breaks as a test wants: a server on a port of 127.0.0.1 with one product. */

export type Step =
  | "products"
  | "availability"
  | "calendar"
  | "reserve"
  | "confirm"
  | "read"
  | "update"
  | "cancel"
  | "extend";

/** Ways in which an answer is lost or broken. `before`: the server does not carry out the request. */
export type Breakage = "cut-before" | "cut-after" | "hang" | "500" | "garbage" | "wrong-shape" | "429" | "slow";
export const breakages: Breakage[] = ["cut-before", "cut-after", "500", "garbage", "wrong-shape", "429", "slow"];

export interface Booking {
  uuid: string;
  status: string;
  units: { uuid: string; unitId: string }[];
  availabilityId: string;
  contact?: { fullName?: string };
}

/** An answer that the server gives instead of its own. */
type Refusal = { status: number; error: string; message?: string };

export class OctoServer {
  readonly bookings = new Map<string, Booking>();
  readonly calls: Step[] = [];
  /** The faults of the next requests of a step, in order. */
  readonly breaks = new Map<Step, Breakage[]>();
  /** Refusals of every request of a step. */
  readonly refuses = new Map<Step, Refusal>();
  seats = 10;
  /** Status that a confirmation gives a booking. */
  confirmsAs = "CONFIRMED";
  /** Changes a booking in the answers to these steps. */
  answersAs: { steps: Step[]; change: object } | null = null;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/octo`;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Counts the seats of sold bookings or, with other `statuses`, of bookings in these statuses. */
  sold(statuses = ["CONFIRMED", "PENDING"]): number {
    const all = [...this.bookings.values()].filter(({ status }) => statuses.includes(status));
    return all.reduce((sum, { units }) => sum + units.length, 0);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    const chunks = await request.toArray().catch(() => null);
    if (chunks === null) return;
    const text = Buffer.concat(chunks).toString();
    const [, , path, id, action] = request.url!.split("?")[0]!.split("/");
    const step = stepOf(request.method!, path!, id, action);
    this.calls.push(step);
    const breakage = this.breaks.get(step)?.shift();
    if (breakage === "cut-before") return void request.socket.resetAndDestroy();
    if (breakage === "hang") return;
    if (breakage === "429")
      return void response.writeHead(429, { "retry-after": "1" }).end('{"error":"TOO_MANY_REQUESTS"}');
    const refusal = this.refuses.get(step);
    const answer = refusal ?? this.#answer(step, id, text === "" ? {} : JSON.parse(text));
    if (this.answersAs?.steps.includes(step) && !refusal) Object.assign(answer, this.answersAs.change);
    if (breakage === "cut-after") return void request.socket.resetAndDestroy();
    if (breakage === "500") return void response.writeHead(500).end("Oops");
    if (breakage === "garbage") return void response.writeHead(200).end('{"status":"CONF');
    if (breakage === "wrong-shape") return void response.writeHead(200).end('{"ok":[true]}');
    if (breakage === "slow") await new Promise((resolve) => setTimeout(resolve, 1_000));
    const isRefusal = typeof answer === "object" && "error" in answer;
    const { status, error, message = "No." } = (isRefusal ? answer : { status: 200 }) as Refusal;
    const headers = { "content-type": "application/json" };
    response.writeHead(status, headers).end(JSON.stringify(isRefusal ? { error, errorMessage: message } : answer));
  }

  #answer(step: Step, uuid: string | undefined, body: Record<string, never>): object {
    if (step === "products") return [product];
    if (step === "availability") return days.map((day) => ({ ...this.#vacancies(), ...timesOf(day), id: `at-${day}` }));
    if (step === "calendar") return days.map((localDate) => ({ ...this.#vacancies(), localDate }));
    if (step === "reserve") return this.#reserve(body);
    const booking = this.bookings.get(uuid!);
    if (!booking) return { status: 400, error: "INVALID_BOOKING_UUID" };
    const isHeld = booking.status === "ON_HOLD";
    if (step === "confirm") {
      if (!isHeld && booking.status !== "CONFIRMED") return { status: 400, error: "UNPROCESSABLE_ENTITY" };
      Object.assign(booking, { status: this.confirmsAs, contact: body.contact });
    }
    if (step === "cancel") booking.status = isHeld || booking.status === "EXPIRED" ? "EXPIRED" : "CANCELLED";
    if (step === "update") Object.assign(booking, this.#updated(booking, body));
    return shown(booking);
  }

  #vacancies() {
    const vacancies = this.seats - this.sold(["CONFIRMED", "PENDING", "ON_HOLD"]);
    return { vacancies, available: vacancies > 0, status: vacancies > 0 ? "AVAILABLE" : "SOLD_OUT" };
  }

  #reserve({ uuid, unitItems, availabilityId }: Record<string, never>): object {
    const known = this.bookings.get(uuid!);
    if (known) return shown(known);
    const units = unitsOf(unitItems!);
    if (units.length > this.#vacancies().vacancies)
      return { status: 400, error: "UNPROCESSABLE_ENTITY", message: "Sold out." };
    const booking = { uuid: uuid!, status: "ON_HOLD", units, availabilityId: availabilityId! };
    this.bookings.set(uuid!, booking);
    return shown(booking);
  }

  #updated({ units, availabilityId }: Booking, body: Record<string, never>): Partial<Booking> {
    return {
      units: body.unitItems ? unitsOf(body.unitItems) : units,
      availabilityId: body.availabilityId ?? availabilityId,
    };
  }
}

function stepOf(method: string, path: string, id: string | undefined, action: string | undefined): Step {
  if (path === "products") return "products";
  if (path === "availability") return id === "calendar" ? "calendar" : "availability";
  if (action !== undefined) return action as Step;
  return method === "PATCH" ? "update" : method === "GET" ? "read" : "reserve";
}

const unitsOf = (items: { uuid?: string; unitId: string }[]) =>
  items.map(({ uuid, unitId }, n) => ({ uuid: uuid ?? `unit-${n}`, unitId }));

const shown = ({ uuid, status, units, availabilityId }: Booking) => ({
  ...{ id: `B-${uuid.slice(0, 4)}`, uuid, status, availabilityId, supplierReference: `S-${uuid.slice(0, 4)}` },
  unitItems: units,
});

/** Days with an availability at 20:00. */
export const days = ["2026-06-20", "2026-06-21"];
const timesOf = (day: string) => ({
  ...{ localDateTimeStart: `${day}T20:00:00+02:00`, localDateTimeEnd: `${day}T21:30:00+02:00`, allDay: false },
  unitPricing: [
    { unitId: "unit-1", retail: 4500, net: 4000, currency: "EUR", currencyPrecision: 2 },
    { unitId: "unit-2", retail: 2000, net: 1500, currency: "EUR", currencyPrecision: 2 },
  ],
});

const unit = (id: string, type: string) => ({
  ...{ id, type, internalName: type, reference: null, title: type },
  restrictions: { minQuantity: 1, maxQuantity: 9, minAge: 0, maxAge: 100, paxCount: 1 },
});

export const product = {
  id: "tour",
  reference: "T-1",
  internalName: "Tour",
  title: "Tour of the old town",
  description: "Two hours on foot.",
  shortDescription: "On foot.",
  features: [
    { type: "HIGHLIGHT", shortDescription: "The cathedral" },
    { type: "INCLUSION", shortDescription: "Guide" },
    { type: "EXCLUSION", shortDescription: "Lunch" },
  ],
  media: [],
  locations: [],
  locale: "en-GB",
  timeZone: "Europe/Madrid",
  availabilityRequired: true,
  availabilityType: "START_TIME",
  instantConfirmation: true,
  defaultCurrency: "EUR",
  pricingPer: "UNIT",
  options: [
    {
      ...{ id: "DEFAULT", reference: null, internalName: "Seat", title: "Seat", default: true },
      ...{ cancellationCutoffAmount: 24, cancellationCutoffUnit: "hour", durationMinutesFrom: 90 },
      units: [unit("unit-1", "ADULT"), unit("unit-2", "CHILD")],
    },
  ],
};
