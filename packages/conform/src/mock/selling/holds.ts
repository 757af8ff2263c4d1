import { randomUUID } from "node:crypto";
import type { BookRequest, Hold, HoldRequest, HoldStatus, Language, ValidateResponse } from "@paseo/contract";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { type RefusalCode, refusal } from "./messages.ts";
import { chosen, validateSelection } from "./selling.ts";
import { selectionOf, setLimited } from "./stored.ts";

const holdMs = 15 * 60_000;
/** How often a hold can be extended. */
const mostExtensions = 2;

/** The hold of an answer that holds something. */
type Held = Omit<Hold, "id" | "status" | "expiresAt" | "extensionsLeft" | "totalUsd"> & {
  id: string;
  status: HoldStatus;
  expiresAt: string;
  extensionsLeft: number;
  totalUsd: NonNullable<Hold["totalUsd"]>;
};

interface Stored {
  hold: Held;
  /** Selection, white label and test mode, which the booking repeats. */
  content: string;
  questions: Hold["questions"];
}

export type Holding = { outcome: "answered"; hold: Hold } | { outcome: "key-reused" };

/** The holds of the mock service's one client. Its events never run out of seats. */
export class Holds {
  readonly #catalogue: Catalogue;
  readonly #clock: () => Date;
  readonly #holds = new Map<string, Stored>();
  readonly #byKey = new Map<string, { content: string; hold: Hold }>();

  constructor(catalogue: Catalogue, clock: () => Date) {
    this.#catalogue = catalogue;
    this.#clock = clock;
  }

  hold(request: HoldRequest, lang: Language, isTestKey: boolean, idempotencyKey?: string): Holding {
    const content = JSON.stringify([lang, heldContent(request, isTestKey)]);
    const known = idempotencyKey === undefined ? undefined : this.#byKey.get(idempotencyKey);
    if (known && known.content !== content) return { outcome: "key-reused" };
    const hold = known ? this.#current(known.hold) : this.#place(request, lang, isTestKey);
    if (idempotencyKey !== undefined) setLimited(this.#byKey, idempotencyKey, { content, hold });
    return { outcome: "answered", hold };
  }

  /** Undefined when there is no such hold. */
  read(id: string): Hold | undefined {
    const stored = this.#stored(id);
    return stored && this.#current(stored.hold);
  }

  /** Undefined when there is no such hold. */
  extend(id: string, lang: Language): Hold | undefined {
    const stored = this.#stored(id);
    if (!stored) return undefined;
    const code = stored.hold.status === "open" ? limitOf(stored) : endedCodes[stored.hold.status];
    if (code) return refused(stored.hold, code, lang);
    stored.hold.extensionsLeft -= 1;
    stored.hold.expiresAt = this.#end();
    return { ...stored.hold, questions: stored.questions };
  }

  /** Undefined when there is no such hold. One that ended otherwise than in an order is returned unchanged. */
  release(id: string, lang: Language): Hold | undefined {
    const stored = this.#stored(id);
    if (!stored) return undefined;
    if (stored.hold.status === "booked") return refused(stored.hold, "hold-booked", lang);
    if (stored.hold.status === "open") end(stored.hold, "released");
    return stored.hold;
  }

  /** What a booking of the hold is checked against, as if it had been validated just now. */
  heldSale(id: string): ValidateResponse | undefined {
    const stored = this.#stored(id);
    if (!stored) return undefined;
    const { eventId, totalUsd } = stored.hold;
    return { id: eventId, totalUsd, isValid: true, errors: [], questions: stored.questions };
  }

  /** Why the hold cannot be booked by this request; undefined when it can. */
  problemOf(id: string, request: BookRequest, isTestKey: boolean): RefusalCode | undefined {
    const stored = this.#stored(id);
    if (!stored) return "hold-unknown";
    const { status } = stored.hold;
    if (status !== "open") return endedCodes[status];
    return stored.content === heldContent(request, isTestKey) ? undefined : "hold-differs";
  }

  /** The hold has become an order. */
  book(id: string): void {
    end(this.#stored(id)!.hold, "booked");
  }

  #place(request: HoldRequest, lang: Language, isTestKey: boolean): Hold {
    const sale = validateSelection(this.#catalogue, request, lang, this.#clock());
    const base = {
      eventId: request.id,
      tickets: chosen(request.tickets),
      testMode: isTest(request, isTestKey),
      totalUsd: sale.totalUsd,
    };
    if (!sale.isValid || sale.totalUsd === null)
      return {
        ...base,
        id: null,
        status: null,
        expiresAt: null,
        extensionsLeft: null,
        isValid: false,
        errors: sale.errors,
        questions: [],
      };
    const hold: Held = {
      ...base,
      id: randomUUID(),
      status: "open",
      totalUsd: sale.totalUsd,
      expiresAt: this.#end(),
      extensionsLeft: mostExtensions,
      isValid: true,
      errors: [],
      questions: [],
    };
    const { questions } = sale;
    setLimited(this.#holds, hold.id, { hold, content: heldContent(request, isTestKey), questions });
    return { ...hold, questions };
  }

  #end(): string {
    return new Date(this.#clock().getTime() + holdMs).toISOString();
  }

  /** The hold of an earlier answer as it is now. */
  #current(hold: Hold): Hold {
    const stored = hold.id === null ? undefined : this.#stored(hold.id);
    if (!stored) return hold;
    return { ...stored.hold, questions: stored.hold.status === "open" ? stored.questions : [] };
  }

  #stored(id: string): Stored | undefined {
    const stored = this.#holds.get(id);
    const hasEnded = stored && Date.parse(stored.hold.expiresAt) <= this.#clock().getTime();
    if (hasEnded && stored.hold.status === "open") end(stored.hold, "expired");
    return stored;
  }
}

const endedCodes = { booked: "hold-booked", released: "hold-released", expired: "hold-expired" } as const;

const limitOf = ({ hold }: Stored): RefusalCode | undefined =>
  hold.extensionsLeft > 0 ? undefined : "hold-extend-limit";

function end(hold: Held, status: HoldStatus): void {
  hold.status = status;
  hold.extensionsLeft = 0;
}

const refused = (hold: Held, code: RefusalCode, lang: Language): Hold => ({
  ...hold,
  isValid: false,
  errors: [refusal(code, lang)],
});

const isTest = ({ testMode }: Pick<HoldRequest, "testMode">, isTestKey: boolean): boolean =>
  isTestKey || testMode === true;

const heldContent = (request: HoldRequest | BookRequest, isTestKey: boolean): string =>
  JSON.stringify([selectionOf(request), request.whiteLabelCode || null, isTest(request, isTestKey)]);
