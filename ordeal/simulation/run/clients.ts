import { type Answer, type Purchase, RecordingClient, type SendRequest } from "../../history/client.ts";
import type { HistoryEntry } from "../../history/history.ts";
import { callbackUrl } from "../outside.ts";
import type { PlanStep } from "../plan.ts";
import { eventOnOtherEvening } from "../world.ts";
import type { RunContext } from "./context.ts";
import type { SimulatedOperator } from "./operator.ts";

const partnerName = "partner";

/** The partner's clients in a run: they buy, hold seats, change orders, and repeat requests without an answer. */
export class SimulatedClients {
  readonly #context: RunContext;
  readonly #operator: SimulatedOperator;
  #purchases = 0;

  constructor(context: RunContext, operator: SimulatedOperator) {
    this.#context = context;
    this.#operator = operator;
  }

  async buy({ event, seats, by, twice, notify, thinkMs, patienceMs }: PlanStep & { do: "buy" }): Promise<void> {
    const partner = this.client(patienceMs);
    const id = this.#context.world.events[event]!;
    const identity = `purchase-${++this.#purchases}`;
    const { total } = await partner.validate(id, seats);
    if (total === null) return;
    await this.#context.time.sleep(thinkMs);
    const purchase = { event: id, seats, total, [by]: identity, ...(notify && { callbackUrl }) };
    await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => this.#book(partner, purchase)));
  }

  async #book(partner: RecordingClient, purchase: Purchase): Promise<void> {
    const { order, codes } = await this.#untilAnswered(partner, (client) => client.book(purchase));
    if (order) this.#context.acknowledge(order.id, this.#context.world.events.indexOf(purchase.event));
    if (codes.includes("hold-expired")) this.#context.saw("hold expired");
  }

  /** Sends a request. If there is no answer, repeats it with a longer time limit. */
  async #untilAnswered<E extends HistoryEntry>(
    partner: RecordingClient,
    send: (client: RecordingClient) => Promise<E>,
  ) {
    const first = await send(partner);
    if (first.outcome !== "unknown" && !first.codes.includes("in-flight")) return first;
    return this.client()
      .insist(() => send(this.client()), { everyMs: 2_500 })
      .catch(() => first);
  }

  async hold({
    event,
    seats,
    extend,
    finish,
    twice,
    notify,
    thinkMs,
    patienceMs,
  }: PlanStep & { do: "hold" }): Promise<void> {
    const partner = this.client(patienceMs);
    const id = this.#context.world.events[event]!;
    const identity = `purchase-${++this.#purchases}`;
    const { hold } = await this.#untilAnswered(partner, (client) => client.hold({ event: id, seats, key: identity }));
    if (hold === null) return;
    await this.#context.time.sleep(thinkMs);
    if (extend) {
      await partner.changeHold("extend", hold.id);
      await this.#context.time.sleep(thinkMs);
    }
    if (finish === "leave") return;
    if (finish === "release") {
      await this.#untilAnswered(partner, (client) => client.changeHold("release", hold.id));
      return;
    }
    const name = { book: {}, "book with reference": { reference: identity }, "book with key": { key: identity } }[
      finish
    ];
    const purchase = { event: id, seats, total: hold.total, hold: hold.id, ...name, ...(notify && { callbackUrl }) };
    await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => this.#book(partner, purchase)));
  }

  async change({
    order,
    moves,
    seats,
    twice,
    cancels,
    decides,
    thinkMs,
    patienceMs,
  }: PlanStep & { do: "change" }): Promise<void> {
    const partner = this.client(patienceMs);
    // An order that its supplier has not confirmed cannot be changed yet.
    for (let attempt = 0; attempt < 4; attempt++, await this.#context.time.sleep(2_000)) {
      const id = this.#context.nthOrder(order);
      if (id === undefined) continue;
      const sold = this.#context.eventOf(id);
      const event = this.#context.world.events[moves ? eventOnOtherEvening(sold) : sold]!;
      const { quote, codes } = await this.#untilAnswered(partner, (client) => client.quote(id, { event, seats }));
      if (codes.includes("change-unconfirmed")) continue;
      if (quote === null) return;
      await this.#context.time.sleep(thinkMs);
      const accept = () => this.#untilAnswered(partner, (client) => client.accept(id, quote));
      const cancel = cancels ? [this.#untilAnswered(partner, (client) => client.cancel(id))] : [];
      const decide = decides ? [this.#operator.decide(id, decides === "accepted")] : [];
      await Promise.all([...Array.from({ length: twice ? 2 : 1 }, accept), ...cancel, ...decide]);
      return;
    }
  }

  client(patienceMs = 15_000): RecordingClient {
    const { apiKey } = this.#context.world;
    const send = this.#sendWithin(patienceMs);
    return new RecordingClient({ name: partnerName, recorder: this.#context.recorder, apiKey, url: () => "", send });
  }

  /** Sends a request to the service that runs when it arrives. Rejects without an answer in time, or when the service dies. */
  #sendWithin(patienceMs: number): SendRequest {
    const time = this.#context.time;
    return async (method, url, headers, payload) => {
      const late = time.sleep(patienceMs).then(() => Promise.reject(new Error("the client stopped waiting")));
      late.catch(() => {});
      await time.sleep(1 + time.random() * 3);
      const { process, app } = this.#context.server;
      const request = {
        method,
        url,
        headers: { host: "paseo.example", ...headers },
        ...(payload !== undefined && { payload }),
      };
      const answering = process.whileAlive(process.run(() => app.http.inject(request)));
      const answer = await Promise.race([answering, late, process.died]);
      await Promise.race([time.sleep(1 + time.random() * 3), late]);
      const retryAfter = answer.headers["retry-after"] !== undefined;
      return { status: answer.statusCode, retryAfter, body: answer.json() as Answer["body"] };
    };
  }
}
