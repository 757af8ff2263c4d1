import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { Database, Tx } from "./database.ts";
import { allowTime } from "./time-limits.ts";

/**
 * The job queue (pg-boss, in the schema `job`). A job is written in the transaction that causes it, or not at all. A job
 * only says that there is something to look at: what is to be done, and how often it was tried, stands in our own rows, so
 * that a job which is lost or runs twice does no harm.
 */

/** The queues, and how long a job of each may run before another process takes it for lost. */
const queues = { callbacks: { expireInSeconds: 60 } } as const;
export type QueueName = keyof typeof queues;

/** What is to be looked at. */
export interface Look {
  /** Its id. */
  key: string;
  /** Whose it is: who has many looks must not keep the others' waiting. */
  lane: string;
}

export interface Queue {
  start(): Promise<void>;
  /**
   * Asks for a look, now or at a time. A key that is asked for already is not asked for again: now and later are apart, so
   * that a look which is far away does not stand in for one now, nor the other way round.
   */
  ask(tx: Tx, name: QueueName, look: Look, at?: Date): Promise<void>;
  /** Hands over what is asked for, so many at a time. What `begin` throws is logged by `onError`, and tried again. */
  work(name: QueueName, atOnce: number, begin: (look: Look) => void): Promise<void>;
  /** Looks now rather than at the next turn, after a commit of this process. */
  nudge(name: QueueName): void;
  /** Takes no more jobs, and waits for the looks under way. Asking goes on. */
  rest(): Promise<void>;
  stop(): Promise<void>;
}

/** How often a process that nobody nudges looks for jobs: what other processes wrote waits so long at most. */
const pollSeconds = 1;

export function createQueue(database: Database, onError: (error: unknown) => void): Queue {
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => ({ rows: (await database.run(text, values)).rows }) },
    backend: database.kind,
    schema: "job",
    // Nothing runs by the calendar here.
    schedule: false,
    superviseIntervalSeconds: 30,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", onError);
  const workers = new Map<QueueName, string[]>();
  return {
    async start() {
      await alone(database, async () => {
        await boss.start();
        for (const [name, options] of Object.entries(queues)) {
          await boss.createQueue(name, { policy: "short", retryLimit: 5, retryBackoff: true, ...options });
          // A queue is read at its first use, and kept. Were that within a transaction, an embedded store would wait for itself.
          await boss.findJobs(name, { key: "" });
        }
      });
    },
    async ask(tx, name, look, at) {
      // The driver's transaction, not `database.run`: the job must commit with what caused it.
      const when = at ? { singletonKey: `${look.key} later`, startAfter: at } : { singletonKey: look.key };
      await boss.send(name, look, { ...when, db: fromKysely(tx) });
    },
    async work(name, atOnce, begin) {
      const id = await boss.work<Look, void>(
        name,
        { batchSize: atOnce, pollingIntervalSeconds: pollSeconds, burstWhenBatchFull: true },
        async (jobs) => {
          for (const { data } of jobs) begin(data);
        },
      );
      workers.set(name, [...(workers.get(name) ?? []), id]);
    },
    nudge(name) {
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
    },
    async rest() {
      await Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: true })));
    },
    async stop() {
      // Not gracefully: that wait has a step of half a second, and nothing is under way any more.
      await boss.stop({ graceful: false, close: false });
    },
  };
}

/** Any number that no other program on the same database uses for its own lock, nor another file here. */
const queueLock = 7_208_535;
/** How often a process looks whether its turn has come. */
const turnEveryMs = 50;

/**
 * One process at a time: of several that start on a new server at once, two would make the queue's schema. Who waits holds no
 * connection: through a pooler, those that wait could take the ones that `work` needs.
 */
async function alone({ db, kind }: Database, work: () => Promise<void>): Promise<void> {
  // Nobody else is in an embedded store, which a transaction would keep from `work` as well.
  if (kind === "pglite") return work();
  const turn = () =>
    db.transaction().execute(async (tx) => {
      await allowTime(tx);
      const { rows } = await sql<{ ours: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(queueLock)}) as ours`.execute(tx);
      if (rows[0]!.ours) await work();
      return rows[0]!.ours;
    });
  while (!(await turn())) await pause(turnEveryMs);
}
