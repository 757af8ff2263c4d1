import { sql } from "kysely";
import { watchLetters } from "../../../src/domain/letters/run.ts";
import { Partner } from "../../support/partner.ts";
import type { OpenStore } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { type Acting, startActing } from "../bulk/acting.ts";

/** The orders of `startActing` and the letters that the service sends about them. */
export interface Writing extends Acting {
  buyAs(event: string, email: string, lang?: "es" | "pt" | "en"): Promise<{ id: string; reference: string }>;
  /** Switches letters on, or off. */
  switched(kinds: readonly string[], isOn?: boolean, more?: object): Promise<void>;
  /** Waits until no letter is due or being sent, and returns the addresses that got one since the last call, sorted. */
  arrived(): Promise<string[]>;
  /** Returns the causes and states of an order's letters, as the orders desk reads them. */
  lettersOf(id: string): Promise<[cause: string, state: string, fault: string | null][]>;
  /** Records the reminders and thanks that are due at an instant. */
  watch(instant: string): Promise<void>;
}

export async function startWriting(open: OpenStore, more: { jobs?: boolean } = {}): Promise<Writing> {
  const acting = await startActing(open, {}, more);
  const { app, db, desk, mailbox } = acting;
  const revisionOf = async (kind: string, product: string) =>
    (await desk.ask("GET", `/letters${product}`)).data.find((one: { kind: string }) => one.kind === kind).revision;
  return {
    ...acting,
    async buyAs(event, email, lang = "es") {
      const { id, reference } = await new Partner(app, { lang }).buy(event, { ADULT: 2 }, { email });
      return { id: id!, reference: reference! };
    },
    async switched(kinds, isOn = true, more: { productId?: string } = {}) {
      const product = more.productId ? `?productId=${more.productId}` : "";
      for (const kind of kinds)
        await desk.ask("PUT", `/letters/${kind}`, { isOn, revision: await revisionOf(kind, product), ...more });
    },
    async arrived() {
      await until(async () => {
        const { rows } = await sql`
          select 1 from guest_letter where state = 'sending' or state = 'due' and due_at <= now() + interval '40 seconds'`.execute(
          db,
        );
        return rows.length === 0;
      }, "the letters to be sent");
      return mailbox.received
        .splice(0)
        .flatMap(({ to }) => to)
        .sort();
    },
    async lettersOf(id) {
      const { letters } = await desk.ask("GET", `/orders/${id}`);
      return letters.map(({ cause, state, fault }: Record<"cause" | "state" | "fault", string>) => [
        cause,
        state,
        fault,
      ]);
    },
    watch: (instant) => watchLetters({ db, clock: () => new Date(instant) }),
  };
}
