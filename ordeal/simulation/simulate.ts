import { createHash } from "node:crypto";
import { sql } from "kysely";
import { importCatalogue } from "../../packages/service/src/domain/editing/import/import.ts";
import { decideInPlace } from "../../packages/service/src/domain/orders/changes/decide.ts";
import { tiersOf } from "../../packages/service/src/domain/orders/changes/refund.ts";
import { changeOrder } from "../../packages/service/src/domain/orders/order-changes.ts";
import { type OrderRow, orderColumns } from "../../packages/service/src/store/orders/orders.ts";
import { check } from "../history/checker.ts";
import { type Answer, type Purchase, RecordingClient, type Send } from "../history/client.ts";
import { finalState } from "../history/final-state.ts";
import type { Entry, FinalState, History, Outcome, Violation } from "../history/history.ts";
import { Recorder } from "../history/recorder.ts";
import { callbackUrl, Outside } from "./outside.ts";
import type { Plan, Step } from "./plan.ts";
import { quotesRefundByTiers, refundsAreAsSold, type TiersSet, tierChoices } from "./refunds.ts";
import { type Decided, decisionsStand, nothingFailed, supplierAgrees, supplierAgreesToChanges } from "./rules.ts";
import { inTime, Process, VirtualTime } from "./virtual-time.ts";
import {
  beginsAt,
  catalogueAt,
  dueWorkEveryMs,
  firstPrice,
  isSuppliers,
  otherEvening,
  productZone,
  type Server,
  startServer,
  startsAt,
  type World,
} from "./world.ts";

export interface Run {
  violations: Violation[];
  history: History;
  /** Requests of clients and operators, calls to the supplier, callbacks. */
  operations: number;
  /** Observations, for figures and for the check that the run was not blind. */
  seen: Record<string, number>;
  /** Equal for two runs with the same events at the same times. */
  digest: string;
}

/** Runs a plan from the initial state of the store, and checks it. */
export async function simulate(world: World, plan: Plan): Promise<Run> {
  await world.store.reset();
  const time = new VirtualTime(startsAt, plan.luck);
  return inTime(time, () => new Simulation(world, plan, time).run());
}

const client = "partner";
/** Time in which all work must end after the last fault. A supplier's own time limit is a day. */
const mostIdleRounds = 300;

class Simulation {
  readonly #world: World;
  readonly #plan: Plan;
  readonly #time: VirtualTime;
  readonly #recorder = new Recorder();
  readonly #outside: Outside;
  readonly #warnings: string[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #acknowledged: string[] = [];
  /** Index of the event for which each order was placed. */
  readonly #eventOf = new Map<string, number>();
  readonly #operatorAnswered = new Set<string>();
  /** What an operator decided about changes. */
  readonly #decisions: Decided[] = [];
  readonly #tiersSet: TiersSet[] = [];
  readonly #seen: Record<string, number> = {};
  #server: Server;
  #purchases = 0;
  #pricing: Promise<unknown> = Promise.resolve();

  constructor(world: World, plan: Plan, time: VirtualTime) {
    this.#world = world;
    this.#plan = plan;
    this.#time = time;
    this.#outside = new Outside(time, this.#recorder, plan);
    this.#server = this.#start();
  }

  async run(): Promise<Run> {
    const time = this.#time;
    this.#notePrice(firstPrice, time.now, null);
    this.#noteTiers(0, time.now, "ok");
    await this.#complete(this.#server.started);
    for (const step of this.#plan.steps) {
      await time.pass(step.afterMs);
      await this.#do(step);
    }
    this.#outside.heal();
    const isDone = await this.#finishAll();
    return this.#judge(isDone);
  }

  #start(): Server {
    return startServer(this.#world, this.#time, this.#outside, (line) => this.#warnings.push(line));
  }

  async #do(step: Step): Promise<void> {
    switch (step.do) {
      case "jump":
        return this.#time.jump(step.ms);
      case "crash":
        return this.#crash(step.reopen);
      default:
        this.#begin(this.#operate(step));
    }
  }

  async #operate(step: Exclude<Step, { do: "jump" | "crash" }>): Promise<unknown> {
    switch (step.do) {
      case "buy":
        return this.#buy(step);
      case "hold":
        return this.#hold(step);
      case "cancel":
      case "read":
        return this.#withOrder(step.order, (id) => this.#client()[step.do](id));
      case "version":
        return this.#client().version();
      case "price":
        return this.#setPrice(step.price, step.tiers);
      case "change":
        return this.#change(step);
      case "operator":
        return this.#withOrder(step.order, (id) => this.#answerAsOperator(id, step));
    }
  }

  /** Drops the state in memory. Committed data remain in the store. */
  async #crash(reopen: boolean): Promise<void> {
    this.#saw(reopen ? "database recovered" : "process died");
    this.#server.process.die();
    // The open transaction is rolled back.
    await this.#time.settle();
    if (reopen) await this.#world.store.reopen();
    this.#server = this.#start();
    const { process, started } = this.#server;
    this.#begin(orDied(process, started, undefined));
  }

  #begin(work: Promise<unknown>): void {
    const done: Promise<unknown> = work.finally(() => this.#running.delete(done));
    this.#running.add(done);
    done.catch((error) => this.#warnings.push(`the simulation failed: ${(error as Error).stack}`));
  }

  async #buy({ event, seats, by, twice, notify, thinkMs, patienceMs }: Step & { do: "buy" }): Promise<void> {
    const partner = this.#client(patienceMs);
    const id = this.#world.events[event]!;
    const identity = `purchase-${++this.#purchases}`;
    const { total } = await partner.validate(id, seats);
    if (total === null) return;
    await this.#time.sleep(thinkMs);
    const purchase = { event: id, seats, total, [by]: identity, ...(notify && { callbackUrl }) };
    await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => this.#book(partner, purchase)));
  }

  async #book(partner: RecordingClient, purchase: Purchase): Promise<void> {
    const { order, codes } = await this.#untilAnswered(partner, (client) => client.book(purchase));
    if (order && !this.#acknowledged.includes(order.id)) this.#acknowledged.push(order.id);
    if (order) this.#eventOf.set(order.id, this.#world.events.indexOf(purchase.event));
    if (codes.includes("hold-expired")) this.#saw("hold expired");
  }

  /** A client without an answer repeats the request with a longer time limit. */
  async #untilAnswered<E extends Entry>(partner: RecordingClient, send: (client: RecordingClient) => Promise<E>) {
    const first = await send(partner);
    if (first.outcome !== "unknown" && !first.codes.includes("in-flight")) return first;
    return this.#client()
      .insist(() => send(this.#client()), { everyMs: 2_500 })
      .catch(() => first);
  }

  async #hold({
    event,
    seats,
    extend,
    finish,
    twice,
    notify,
    thinkMs,
    patienceMs,
  }: Step & { do: "hold" }): Promise<void> {
    const partner = this.#client(patienceMs);
    const id = this.#world.events[event]!;
    const identity = `purchase-${++this.#purchases}`;
    const { hold } = await this.#untilAnswered(partner, (client) => client.hold({ event: id, seats, key: identity }));
    if (hold === null) return;
    await this.#time.sleep(thinkMs);
    if (extend) {
      await partner.changeHold("extend", hold.id);
      await this.#time.sleep(thinkMs);
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

  async #change({
    order,
    moves,
    seats,
    twice,
    cancels,
    decides,
    thinkMs,
    patienceMs,
  }: Step & { do: "change" }): Promise<void> {
    const partner = this.#client(patienceMs);
    // An order that its supplier has not confirmed cannot be changed yet.
    for (let attempt = 0; attempt < 4; attempt++, await this.#time.sleep(2_000)) {
      const id = this.#acknowledged[order % this.#acknowledged.length];
      if (id === undefined) continue;
      const sold = this.#eventOf.get(id)!;
      const event = this.#world.events[moves ? otherEvening(sold) : sold]!;
      const { quote, codes } = await this.#untilAnswered(partner, (client) => client.quote(id, { event, seats }));
      if (codes.includes("change-unconfirmed")) continue;
      if (quote === null) return;
      await this.#time.sleep(thinkMs);
      const accept = () => this.#untilAnswered(partner, (client) => client.accept(id, quote));
      const cancel = cancels ? [this.#untilAnswered(partner, (client) => client.cancel(id))] : [];
      const decide = decides ? [this.#decide(id, decides === "accepted")] : [];
      await Promise.all([...Array.from({ length: twice ? 2 : 1 }, accept), ...cancel, ...decide]);
      return;
    }
  }

  async #withOrder(n: number, work: (id: string) => Promise<unknown>): Promise<void> {
    const id = this.#acknowledged[n % this.#acknowledged.length];
    if (id !== undefined) await work(id);
  }

  async #answerAsOperator(id: string, { trigger }: Step & { do: "operator" }): Promise<void> {
    const { process, app } = this.#server;
    const answered = process.run(() => changeOrder(app.service.orderContext, id, { trigger, actor: "operator" }));
    const invokedAt = this.#recorder.clock.now();
    // An unknown outcome counts as a change: it only exempts the order from a rule.
    const { changed } = await orDied(process, answered, { order: null, changed: true });
    if (changed && trigger !== "confirmed" && trigger !== "cancel-declined") this.#noteCancel(id, invokedAt);
    if (changed && trigger !== "cancel" && trigger !== "declined") this.#operatorAnswered.add(id);
    if (changed) this.#saw("operator answered");
  }

  /** An operator who decides a change as soon as it waits for its supplier, and gives up after some seconds. */
  async #decide(id: string, accepted: boolean): Promise<void> {
    for (let attempt = 0; attempt < 8; attempt++, await this.#time.sleep(this.#time.random() * 1_000)) {
      const { process, app } = this.#server;
      const decision = { accepted, actor: "operator", why: "phone" } as const;
      let change: string | undefined;
      const decided = process.run(() =>
        decideInPlace(app.service.orderContext, id, decision, async (tx) => {
          const { rows } = await sql<{ id: string }>`
            select id from order_change where order_id = ${id} and status <> 'quoted' order by revision desc limit 1`.execute(
            tx,
          );
          change = rows[0]!.id;
        }),
      );
      const outcome = await orDied(
        process,
        decided.then((found) => (found ? "decided" : "none waits")),
        "unknown",
      );
      if (outcome === "none waits") continue;
      this.#decisions.push({ order: id, change, accepted, isSure: outcome === "decided" });
      this.#saw("change decided by an operator");
      return;
    }
  }

  /** An operator who ends an order counts as a client who cancels it. */
  #noteCancel(id: string, invokedAt: number): void {
    const { clock, entries } = this.#recorder;
    const answer = { outcome: "unknown", httpStatus: null, retryAfter: false, codes: [], order: null } as const;
    entries.push({ op: "cancel", client: "operator", id, invokedAt, endedAt: clock.now(), ...answer, codes: [] });
  }

  #setPrice(price: number, tiers = 0): Promise<unknown> {
    // One after another, because the order in which concurrent imports take effect is unknown.
    this.#pricing = this.#pricing.then(async () => {
      const { process, database } = this.#server;
      const invokedAt = this.#time.now;
      const importing = process.run(() =>
        importCatalogue(database.db, catalogueAt(price, tierChoices[tiers]), { now: new Date(this.#time.now) }).then(
          () => "ok" as const,
        ),
      );
      const outcome = await orDied(process, importing, "unknown" as const);
      this.#notePrice(price, invokedAt, outcome);
      this.#noteTiers(tiers, invokedAt, outcome);
      this.#saw(outcome === "ok" ? "price changed" : "import broken off");
    });
    return this.#pricing;
  }

  #notePrice(price: number, invokedAt: number, outcome: Outcome | null): void {
    const { clock, entries } = this.#recorder;
    const since = invokedAt - this.#time.now + clock.now();
    for (const event of this.#world.events)
      entries.push({
        op: "price",
        client: "operator",
        event,
        price,
        invokedAt: outcome === null ? 0 : since,
        endedAt: clock.now(),
        outcome: outcome ?? "ok",
        httpStatus: null,
        retryAfter: false,
        codes: [],
      });
  }

  #noteTiers(choice: number, invokedAt: number, outcome: Outcome): void {
    const endedAt = this.#recorder.clock.now();
    const since = invokedAt - this.#time.now + endedAt;
    this.#tiersSet.push({ tiers: tierChoices[choice]!, invokedAt: since, endedAt, isSure: outcome === "ok" });
  }

  #client(patienceMs = 15_000): RecordingClient {
    const { apiKey } = this.#world;
    const send = this.#sendWithin(patienceMs);
    return new RecordingClient({ name: client, recorder: this.#recorder, apiKey, url: () => "", send });
  }

  /** Sends a request to the service that runs when it arrives. Rejects without an answer in time, or when the service dies. */
  #sendWithin(patienceMs: number): Send {
    const time = this.#time;
    return async (method, url, headers, payload) => {
      const late = time.sleep(patienceMs).then(() => Promise.reject(new Error("the client stopped waiting")));
      late.catch(() => {});
      await time.sleep(1 + time.random() * 3);
      const { process, app } = this.#server;
      const request = {
        method,
        url,
        headers: { host: "paseo.example", ...headers },
        ...(payload !== undefined && { payload }),
      };
      const answering = process.outlived(process.run(() => app.http.inject(request)));
      const answer = await Promise.race([answering, late, process.died]);
      await Promise.race([time.sleep(1 + time.random() * 3), late]);
      const retryAfter = answer.headers["retry-after"] !== undefined;
      return { status: answer.statusCode, retryAfter, body: answer.json() as Answer["body"] };
    };
  }

  /** Waits for work, and advances the clock until it is done. */
  async #complete<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    await this.#time.settle();
    while (!isDone) await this.#time.pass(20);
    return work;
  }

  /** Advances the clock until no client waits and the store has no work. False if that never happens. */
  async #finishAll(): Promise<boolean> {
    for (let round = 0; round < mostIdleRounds; round++) {
      await this.#time.pass(dueWorkEveryMs + 100);
      if (this.#running.size > 0) continue;
      const dueInMs = await this.#observe(async ({ db }) => {
        const { rows } = await sql<{ ms: number | null }>`
          select extract(epoch from least((select min(supplier_due_at) from orders),
            (select min(next_at) from callback where state = 'waiting')) - now())::float8 * 1000 as ms`.execute(db);
        return rows[0]!.ms;
      });
      if (dueInMs === null) return true;
      if (dueInMs > 0) await this.#time.jump(Math.ceil(dueInMs));
    }
    return false;
  }

  /** Reads the store outside of any process. */
  async #observe<T>(work: (database: Server["database"]) => Promise<T>): Promise<T> {
    const process = new Process();
    return this.#complete(work(this.#world.store.connect(process, async () => {})));
  }

  async #judge(isDone: boolean): Promise<Run> {
    const { events } = this.#world;
    const { final, flagged, refunds } = await this.#observe(async ({ db }) => {
      const { rows } = await sql<OrderRow & { flagged: boolean }>`
        select ${orderColumns}, flag is not null as flagged from orders`.execute(db);
      const { orders, events: sold } = await finalState(db, events);
      // The order of rows on the disk differs between runs.
      return {
        final: { orders: orders.toSorted(byId), events: sold.toSorted(byId) },
        flagged: rows.filter(({ flagged }) => flagged).map(({ id }) => id),
        refunds: new Map(rows.map((row) => [row.id, tiersOf(row, productZone)])),
      };
    });
    this.#server.process.die();
    await this.#time.settle();
    const { history } = this.#recorder;
    const { supplier } = this.#outside;
    const operators = new Set([...flagged, ...this.#operatorAnswered]);
    const judged = {
      final,
      supplier,
      operators,
      supplierEvents: new Set(events.filter((_, n) => isSuppliers(n))),
      decisions: this.#decisions,
      warnings: this.#warnings,
    };
    const toDate = this.#time.now - this.#recorder.clock.now();
    const refunded = {
      history,
      final,
      tiersSet: this.#tiersSet,
      shown: refunds,
      startOf: (event: string) => beginsAt(events.indexOf(event)) - toDate,
      dateOf: (at: number) => new Date(at + toDate),
    };
    const violations = [
      ...check(history, final),
      ...supplierAgrees(judged),
      ...supplierAgreesToChanges(judged),
      ...decisionsStand(judged),
      ...refundsAreAsSold(refunded),
      ...quotesRefundByTiers(refunded),
      ...nothingFailed(judged),
      ...(isDone ? [] : [{ rule: "progress", detail: "there was work that never ended" }]),
    ];
    for (const { status } of final.orders) this.#saw(`order ${status}`);
    for (const entry of history.entries) {
      this.#saw(`${entry.op} ${entry.outcome}`);
      if (entry.op === "quote" && entry.quote && entry.quote.refund < -entry.quote.difference)
        this.#saw("refund of a part");
    }
    for (const { amendments = [] } of final.orders) for (const { status } of amendments) this.#saw(`change ${status}`);
    this.#sawRaces(history, final);
    const states = [...supplier.values()].map((side) => ({ ...side, changes: [...side.changes] }));
    if (flagged.length > 0) this.#saw("order flagged");
    return {
      violations,
      history,
      operations: history.entries.length + history.notified.length + states.length,
      seen: this.#seen,
      digest: createHash("sha256")
        .update(JSON.stringify([history, final, states]))
        .digest("hex"),
    };
  }

  /** Acceptances that overlap the cancellation of their order, and those whose answer was lost after the commit. */
  #sawRaces({ entries }: History, { orders }: FinalState): void {
    const changed = new Set(orders.flatMap(({ amendments = [] }) => amendments.map(({ id }) => id)));
    for (const one of entries) {
      if (one.op !== "accept") continue;
      if (one.outcome === "unknown" && changed.has(one.quote)) this.#saw("acceptance lost after its commit");
      const races = (other: Entry) =>
        other.op === "cancel" &&
        other.id === one.id &&
        other.invokedAt <= one.endedAt &&
        one.invokedAt <= other.endedAt;
      if (entries.some(races)) this.#saw("acceptance racing a cancellation");
    }
  }

  #saw(name: string): void {
    this.#seen[name] = (this.#seen[name] ?? 0) + 1;
  }
}

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

/** The outcome of work in a process, or the outcome known when the process died. */
const orDied = <T>(process: Process, work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([process.outlived(work), process.died.catch(() => otherwise)]);
