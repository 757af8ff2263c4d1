/** What the service says of a voucher at the door. */
export interface Redemption {
  result: "valid" | "already-redeemed" | "cancelled" | "wrong-day" | "test-order" | "unknown";
  voucher: {
    orderId: string;
    reference: string;
    productName: string;
    itemName: string;
    venue: string;
    eventOn: string;
    tickets: { code: string; quantity: number }[];
    redeemedAt: string | null;
    redeemedBy: string | null;
    /** When the door accepts it. */
    accepted: { from: string | null; until: string };
    /** Whether that is yet to come, by the service's clock. */
    early: boolean;
  } | null;
}

/** What the person at the door sees: a good voucher that was just redeemed is something else than one that could be. */
export type Verdict = Redemption["result"] | "redeemed";

export interface Seen extends Omit<Redemption, "result"> {
  /** As it was scanned or typed. */
  code: string;
  verdict: Verdict;
  at: number;
}
