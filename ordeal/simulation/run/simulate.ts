import { sql } from "kysely";
import type { PlanStep, SimulationPlan } from "../plan.ts";
import { resolveUnlessDied, SimulatedProcess } from "../time/process.ts";
import { runInSimulatedTime } from "../time/simulated-node.ts";
import { VirtualTime } from "../time/virtual-time.ts";
import { dueWorkIntervalMs, type SimulatedServer, type SimulatedWorld, simulationStartsAt } from "../world.ts";
import { SimulatedClients } from "./clients.ts";
import { RunContext } from "./context.ts";
import { judgeSimulation, readStored, type SimulatedRun } from "./judge.ts";
import { SimulatedOperator } from "./operator.ts";

/** Runs a plan from the initial state of the store, and checks it. */
export async function simulate(world: SimulatedWorld, plan: SimulationPlan): Promise<SimulatedRun> {
  await world.store.reset();
  const time = new VirtualTime(simulationStartsAt, plan.luck);
  return runInSimulatedTime(time, () => new Simulation(world, plan, time).run());
}

/** Time in which all work must end after the last fault. A supplier's own time limit is a day. */
const maxIdleRounds = 300;

class Simulation {
  readonly #context: RunContext;
  readonly #plan: SimulationPlan;
  readonly #operator: SimulatedOperator;
  readonly #clients: SimulatedClients;
  readonly #running = new Set<Promise<unknown>>();

  constructor(world: SimulatedWorld, plan: SimulationPlan, time: VirtualTime) {
    this.#context = new RunContext(world, plan, time);
    this.#plan = plan;
    this.#operator = new SimulatedOperator(this.#context);
    this.#clients = new SimulatedClients(this.#context, this.#operator);
  }

  async run(): Promise<SimulatedRun> {
    const { time, server, outside } = this.#context;
    await this.#complete(server.started);
    for (const step of this.#plan.steps) {
      await time.pass(step.afterMs);
      await this.#do(step);
    }
    outside.heal();
    const isDone = await this.#finishAll();
    const stored = await this.#observe(({ db }) => readStored(db, this.#context.world));
    this.#context.server.process.die();
    await time.settle();
    return judgeSimulation(this.#context, this.#operator, stored, isDone);
  }

  async #do(step: PlanStep): Promise<void> {
    switch (step.do) {
      case "jump":
        return this.#context.time.jump(step.ms);
      case "crash":
        return this.#crash(step.reopen);
      default:
        this.#begin(this.#operate(step));
    }
  }

  async #operate(step: Exclude<PlanStep, { do: "jump" | "crash" }>): Promise<unknown> {
    switch (step.do) {
      case "buy":
        return this.#clients.buy(step);
      case "hold":
        return this.#clients.hold(step);
      case "cancel":
      case "read":
        return this.#withOrder(step.order, (id) => this.#clients.client()[step.do](id));
      case "version":
        return this.#clients.client().version();
      case "price":
        return this.#operator.setPrice(step.price, step.tiers);
      case "change":
        return this.#clients.change(step);
      case "operator":
        return this.#withOrder(step.order, (id) => this.#operator.answer(id, step));
    }
  }

  /** Drops the state in memory. Committed data remain in the store. */
  async #crash(reopen: boolean): Promise<void> {
    this.#context.saw(reopen ? "database recovered" : "process died");
    this.#context.server.process.die();
    // The open transaction is rolled back.
    await this.#context.time.settle();
    if (reopen) await this.#context.world.store.reopen();
    const { process, started } = this.#context.restart();
    this.#begin(resolveUnlessDied(process, started, undefined));
  }

  #begin(work: Promise<unknown>): void {
    const done: Promise<unknown> = work.finally(() => this.#running.delete(done));
    this.#running.add(done);
    done.catch((error) => this.#context.warnings.push(`the simulation failed: ${(error as Error).stack}`));
  }

  async #withOrder(n: number, work: (id: string) => Promise<unknown>): Promise<void> {
    const id = this.#context.nthOrder(n);
    if (id !== undefined) await work(id);
  }

  /** Waits for work, and advances the clock until it is done. */
  async #complete<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    await this.#context.time.settle();
    while (!isDone) await this.#context.time.pass(20);
    return work;
  }

  /** Advances the clock until no client waits and the store has no work. False if that never happens. */
  async #finishAll(): Promise<boolean> {
    for (let round = 0; round < maxIdleRounds; round++) {
      await this.#context.time.pass(dueWorkIntervalMs + 100);
      if (this.#running.size > 0) continue;
      const dueInMs = await this.#observe(async ({ db }) => {
        const { rows } = await sql<{ ms: number | null }>`
          select extract(epoch from least((select min(supplier_due_at) from orders),
            (select min(next_at) from callback where state = 'waiting')) - now())::float8 * 1000 as ms`.execute(db);
        return rows[0]!.ms;
      });
      if (dueInMs === null) return true;
      if (dueInMs > 0) await this.#context.time.jump(Math.ceil(dueInMs));
    }
    return false;
  }

  /** Reads the store outside of any process. */
  async #observe<T>(work: (database: SimulatedServer["database"]) => Promise<T>): Promise<T> {
    const process = new SimulatedProcess();
    return this.#complete(work(this.#context.world.store.connect(process, async () => {})));
  }
}
