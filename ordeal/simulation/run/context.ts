import { Recorder } from "../../history/recorder.ts";
import { OutsideServices } from "../outside.ts";
import type { SimulationPlan } from "../plan.ts";
import type { VirtualTime } from "../time/virtual-time.ts";
import { type SimulatedServer, type SimulatedWorld, startSimulatedServer } from "../world.ts";

/** What the parts of one run share: the world, its time, the service that runs, and what was recorded. */
export class RunContext {
  readonly world: SimulatedWorld;
  readonly time: VirtualTime;
  readonly recorder = new Recorder();
  readonly outside: OutsideServices;
  readonly warnings: string[] = [];
  /** Number of occurrences of each observation, by name. */
  readonly seen: Record<string, number> = {};
  server: SimulatedServer;
  readonly #acknowledged: string[] = [];
  /** Index of the event for which each order was placed. */
  readonly #eventOf = new Map<string, number>();

  constructor(world: SimulatedWorld, plan: SimulationPlan, time: VirtualTime) {
    this.world = world;
    this.time = time;
    this.outside = new OutsideServices(time, this.recorder, plan);
    this.server = this.#start();
  }

  /** Starts a service in place of the service that died. */
  restart(): SimulatedServer {
    this.server = this.#start();
    return this.server;
  }

  acknowledge(order: string, event: number): void {
    if (!this.#acknowledged.includes(order)) this.#acknowledged.push(order);
    this.#eventOf.set(order, event);
  }

  /** The n-th acknowledged order, modulo their number. */
  nthOrder(n: number): string | undefined {
    return this.#acknowledged[n % this.#acknowledged.length];
  }

  eventOf(order: string): number {
    return this.#eventOf.get(order)!;
  }

  saw(name: string): void {
    this.seen[name] = (this.seen[name] ?? 0) + 1;
  }

  #start(): SimulatedServer {
    return startSimulatedServer(this.world, this.time, this.outside, (line) => this.warnings.push(line));
  }
}
