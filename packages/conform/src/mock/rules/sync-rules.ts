import type { VersionResponse } from "@paseo/contract";
import type { Sent } from "../../wire/exchange.ts";
import type { ListRead, Walks } from "./list-rules.ts";
import type { Judge, Ruling } from "./results.ts";

/** A call of productversion: what the client said to have, and what it was told. */
interface Round {
  stored: VersionResponse;
  answered: VersionResponse;
  sent: Sent;
}

const fields = ["updateVersion", "deleteVersion"] as const;
type Field = (typeof fields)[number];
const listOf = { updateVersion: "products", deleteVersion: "productsdeleted" } as const;
const ruleOf = { updateVersion: "sync.fetches-updates", deleteVersion: "sync.fetches-deletions" } as const;

/** Follows one client's copy of the catalogue, and judges whether it is kept in step as the contract says. */
export class Sync {
  readonly #judge: Judge;
  readonly #walks: Walks;
  #round: Round | undefined;
  /** The lists that were read in full; emptied by a 410, after which they must be. */
  readonly #full = new Set<string>();
  /** The lists of which a 410 said that the changes are gone, until they are read in full. */
  readonly #gone = new Map<string, Sent>();

  constructor(judge: Judge, walks: Walks) {
    this.#judge = judge;
    this.#walks = walks;
  }

  /** Whether the products were read in full. */
  get hasStarted(): boolean {
    return this.#walks.hasRead("products", "full");
  }

  /** Whether all that productversion last said to be new was read, as changes. */
  get hasIncremented(): boolean {
    const answered = this.#round?.answered;
    return (
      this.#walks.hasRead("products", "since") &&
      fields.every((field) => answered?.[field] === 0 || this.#isRead(field))
    );
  }

  /** Before productversion is answered. */
  asksVersions(stored: VersionResponse, sent: Sent): void {
    this.#walks.settle();
    const before = this.#round;
    if (!before) return;
    for (const field of fields) {
      const [said, had, has] = [before.answered[field], before.stored[field], stored[field]];
      if (said !== 0) this.#leavesRound(field, has, sent);
      else if (had > 0) {
        const why = `${field} 0 is sent, though it was ${had} when productversion answered 0: that means nothing new, and the version stays`;
        this.#judge.hold("sync.zero-is-no-version", has !== 0, why, sent);
      }
    }
  }

  /** After it was. */
  gaveVersions(stored: VersionResponse, answered: VersionResponse, sent: Sent): void {
    this.#round = { stored, answered, sent };
    for (const field of fields) if (answered[field] !== 0) this.#walks.forget(listOf[field]);
  }

  /** A page of a list was answered. */
  reads({ operation, params, page, sent }: ListRead): void {
    if (page !== 1) return;
    if (Number(params.version ?? 0) > 0) this.#readsSince(operation, Number(params.version), sent);
    else if (operation !== "productsdeleted" && isWhole(params)) this.#readsInFull(operation, sent);
  }

  /** A list since a version was answered with a 410. */
  wasToldGone(operation: string, sent: Sent): void {
    if (this.#gone.has(operation)) {
      const why = `${operation} is read since a version again, after a 410: only a synchronisation in full from 0 is right`;
      this.#judge.hold("sync.starts-anew", false, why, sent);
    }
    this.#gone.set(operation, sent);
    this.#full.clear();
  }

  /** What would be said if the client did nothing more. */
  pending(): Ruling[] {
    const round = this.#round;
    const due = fields.filter((field) => round && round.answered[field] !== 0 && this.#isDue(field));
    return [
      ...due.map((field) => ({
        rule: ruleOf[field],
        holds: this.#isRead(field),
        why: this.#unread(field),
        sent: round!.sent,
      })),
      ...[...this.#gone].map(([operation, sent]) => {
        const why = `${operation} was not read in full after this 410`;
        return { rule: "sync.starts-anew", holds: false, why, sent } as const;
      }),
    ];
  }

  /** Something new was said of the field, and the client asks again, with the version that it has now. */
  #leavesRound(field: Field, has: number, sent: Sent): void {
    const { answered } = this.#round!;
    const other = field === "updateVersion" ? "deleteVersion" : "updateVersion";
    const isRead = this.#isRead(field);
    // Who asks again with the old version has lost nothing yet, unless it went on with the other half alone.
    const wentOn = has === answered[field] || (answered[other] !== 0 && this.#isRead(other));
    if (this.#isDue(field) && (isRead || wentOn))
      this.#judge.hold(ruleOf[field], isRead, this.#unread(field), this.#round!.sent);
    if (isRead && this.#gone.size === 0) {
      const why = `${field} ${has} is sent, though everything up to ${answered[field]} was read: what productversion answers is to be stored`;
      this.#judge.hold("sync.stores-versions", has === answered[field], why, sent);
    }
  }

  #readsInFull(operation: string, sent: Sent): void {
    const early = `${operation} is read in full before productversion was asked: what changes meanwhile would be lost`;
    this.#judge.hold("sync.versions-first", this.#round !== undefined, early, sent);
    // Of pages that go the interface says nothing: to read them all again is a way to find out.
    if (operation !== "pages") {
      const again = `${operation} is read in full again: read what changed, with version`;
      this.#judge.hold("sync.no-full-walks", !this.#full.has(operation), again, sent);
      this.#full.add(operation);
    }
    if (this.#gone.delete(operation)) this.#judge.hold("sync.starts-anew", true, "", sent);
    // Who reads all products needs no list of those that went.
    if (operation === "products") this.#gone.delete("productsdeleted");
  }

  #readsSince(operation: string, version: number, sent: Sent): void {
    const field = operation === "productsdeleted" ? "deleteVersion" : "updateVersion";
    const round = this.#round;
    const asked = `${operation} is read since ${version}`;
    const isTold = round !== undefined && round.answered[field] !== 0;
    const untold = round
      ? "though productversion said that nothing is new"
      : "without productversion being asked first";
    if (!this.#judge.hold("sync.asks-versions", isTold, `${asked}, ${untold}`, sent)) return;
    const stored = round!.stored[field];
    const isNewest = version === round!.answered[field];
    const which = isNewest
      ? "which productversion has just given: nothing is since it"
      : "which was not sent to productversion";
    this.#judge.hold("sync.since-stored", version === stored, `${asked}, ${which}; the stored one is ${stored}`, sent);
  }

  #isRead = (field: Field): boolean =>
    this.#walks.hasRead(listOf[field], "since") || this.#walks.hasRead("products", "full");

  /** Who had no version yet starts in full, or does not keep a copy at all. */
  #isDue = (field: Field): boolean => (this.#round?.stored[field] ?? 0) > 0;

  #unread = (field: Field): string =>
    `${field} ${this.#round!.answered[field]} was given here, and ${listOf[field]} was not read to its end since`;
}

/** Everything there is: under no filter, and since no version. */
const isWhole = (params: ListRead["params"]): boolean =>
  Object.keys(params).every((name) => ["lang", "version", "fromdate"].includes(name));
