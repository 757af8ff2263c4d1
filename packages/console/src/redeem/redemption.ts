import type { Answer } from "../api/types.ts";

export type Redemption = Answer<"vouchers.redeem">;

/** What the person at the door sees: a good voucher that was just redeemed is something else than one that could be. */
export type Verdict = Redemption["result"] | "redeemed";

export interface CheckedVoucher extends Omit<Redemption, "result"> {
  /** As it was scanned or typed. */
  code: string;
  verdict: Verdict;
  at: number;
}
