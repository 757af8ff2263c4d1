import type { VersionResponse } from "@paseo/contract";
import type { SentRequest } from "../../wire/exchange.ts";
import { type ListPageRead, type ListRules, listReadMode } from "./list-rules.ts";
import type { RuleResults, RuleVerdict } from "./results.ts";

/** One call of productversion: the versions that the client sent, and the answer. */
interface VersionCall {
  stored: VersionResponse;
  answered: VersionResponse;
  sent: SentRequest;
}

const fields = ["updateVersion", "deleteVersion"] as const;
type Field = (typeof fields)[number];
const listOf = { updateVersion: "products", deleteVersion: "productsdeleted" } as const;
const ruleOf = { updateVersion: "sync.fetches-updates", deleteVersion: "sync.fetches-deletions" } as const;

/** Checks that a client synchronises its copy of the catalogue as the contract says. */
export class SyncRules {
  readonly #results: RuleResults;
  readonly #lists: ListRules;
  #call: VersionCall | undefined;
  /** Lists that were read in full since the last 410. */
  readonly #full = new Set<string>();
  /** Lists that were answered with a 410 and not read in full since. */
  readonly #expired = new Map<string, SentRequest>();

  constructor(results: RuleResults, lists: ListRules) {
    this.#results = results;
    this.#lists = lists;
  }

  onVersions(stored: VersionResponse, answered: VersionResponse, sent: SentRequest): void {
    this.#lists.closeAll();
    if (this.#call) this.#checkStored(this.#call, stored, sent);
    this.#call = { stored, answered, sent };
    for (const field of fields) if (answered[field] !== 0) this.#lists.forget(listOf[field]);
  }

  onPage(read: ListPageRead): void {
    const { operation, params, page, sent } = read;
    if (page !== 1) return;
    if (Number(params.version ?? 0) > 0) this.#onIncrementalRead(operation, Number(params.version), sent);
    else if (operation !== "productsdeleted" && listReadMode(read) === "full") this.#onFullRead(operation, sent);
  }

  /** A list since a version was answered with a 410. */
  onExpired(operation: string, sent: SentRequest): void {
    if (this.#expired.has(operation)) {
      const what = `the client read ${operation} since a version again after a 410; it must synchronise in full from version 0`;
      this.#results.check("sync.starts-anew", false, what, sent);
    }
    this.#expired.set(operation, sent);
    this.#full.clear();
  }

  /** Returns the verdicts that apply if the client sends no further request. */
  pending(): RuleVerdict[] {
    const call = this.#call;
    const open = call ? fields.filter((field) => call.answered[field] !== 0 && call.stored[field] > 0) : [];
    return [
      ...open.map((field) => this.#fetchVerdict(field, call!)),
      ...[...this.#expired].map(([operation, sent]): RuleVerdict => {
        const what = `the client did not read ${operation} in full after this 410`;
        return { rule: "sync.starts-anew", holds: false, what, sent };
      }),
    ];
  }

  /** Checks what the client sends productversion against the call before. */
  #checkStored(last: VersionCall, stored: VersionResponse, sent: SentRequest): void {
    for (const field of fields) {
      const [announced, before, now] = [last.answered[field], last.stored[field], stored[field]];
      if (announced !== 0) this.#checkIncrement(field, now, last, sent);
      else if (before > 0) {
        const what = `the client sent ${field} 0, though it was ${before} when productversion answered 0; 0 means nothing new, so the client must keep ${before}`;
        this.#results.check("sync.zero-is-no-version", now !== 0, what, sent);
      }
    }
  }

  /** productversion announced a change of this field, and the client calls productversion again. */
  #checkIncrement(field: Field, now: number, last: VersionCall, sent: SentRequest): void {
    const { answered, stored } = last;
    const other = field === "updateVersion" ? "deleteVersion" : "updateVersion";
    const isRead = this.#isRead(field);
    // A client that sends the old version again has lost nothing yet, unless it has read the other field's list.
    const isSkipped = now === answered[field] || (answered[other] !== 0 && this.#isRead(other));
    // A client without a stored version reads everything first, or keeps no copy.
    if (stored[field] > 0 && (isRead || isSkipped)) this.#results.apply(this.#fetchVerdict(field, last));
    if (isRead && this.#expired.size === 0) {
      const what = `the client sent ${field} ${now}, though it has read everything up to ${answered[field]}; it must store what productversion answers`;
      this.#results.check("sync.stores-versions", now === answered[field], what, sent);
    }
  }

  #onFullRead(operation: string, sent: SentRequest): void {
    const early = `the client read ${operation} in full before it called productversion; it would lose changes made meanwhile`;
    this.#results.check("sync.versions-first", this.#call !== undefined, early, sent);
    // The interface does not report deleted pages, so a client may read all pages again to find them.
    if (operation !== "pages") {
      const again = `the client read ${operation} in full again; it must read the changes, with version`;
      this.#results.check("sync.no-repeated-full-reads", !this.#full.has(operation), again, sent);
      this.#full.add(operation);
    }
    if (this.#expired.delete(operation)) this.#results.pass("sync.starts-anew");
    // A full read of the products makes the list of deleted ones unnecessary.
    if (operation === "products") this.#expired.delete("productsdeleted");
  }

  #onIncrementalRead(operation: string, version: number, sent: SentRequest): void {
    const field = operation === "productsdeleted" ? "deleteVersion" : "updateVersion";
    const call = this.#call;
    const read = `the client read ${operation} since ${version}`;
    const isAnnounced = call !== undefined && call.answered[field] !== 0;
    const reason = call ? "though productversion answered that nothing is new" : "without calling productversion first";
    if (!this.#results.check("sync.calls-versions", isAnnounced, `${read}, ${reason}`, sent)) return;
    const stored = call!.stored[field];
    const which =
      version === call!.answered[field]
        ? "the version that productversion has just answered, since which nothing changed"
        : "which it did not send to productversion";
    const what = `${read}, ${which}; its stored version is ${stored}`;
    this.#results.check("sync.since-stored", version === stored, what, sent);
  }

  #isRead = (field: Field): boolean =>
    this.#lists.hasRead(listOf[field], "since") || this.#lists.hasRead("products", "full");

  #fetchVerdict(field: Field, { answered, sent }: VersionCall): RuleVerdict {
    const what = `productversion answered ${field} ${answered[field]} here, and the client has not read ${listOf[field]} to the end since`;
    return { rule: ruleOf[field], holds: this.#isRead(field), what, sent };
  }
}
