import type { Answer } from "../api/types.ts";
import { peopleOf } from "./offline/list.ts";

type Redemption = Answer<"vouchers.redeem">;

/** The verdict that staff at the door see. */
export type Verdict = Exclude<Redemption["result"], "valid"> | "admitted";

/** What a code meant, decided by the service or by the list of this device. */
export interface Decision {
  id: string;
  /** As scanned or typed. */
  code: string;
  verdict: Verdict;
  people: number;
  at: number;
  /** Decided without network. */
  away: boolean;
  /** To undo it; null: nobody was admitted. */
  admission: { id: string; until: number } | null;
  /** `by` is null when it was on this device. */
  earlier: { at: string; by: string | null } | null;
  order: {
    /** Null without network. */
    link: { id: string; reference: string } | null;
    lead: string | null;
    productName: string;
    itemName: string;
    eventOn: string;
    tickets: { code: string; quantity: number }[];
    /** How many of the party are inside now. */
    inside: { people: number; of: number };
    accepted: { from: string | null; until: string } | null;
    early: boolean;
  } | null;
}

/** The service's answer. */
export function decisionOf(
  { id, code, at }: Pick<Decision, "id" | "code" | "at">,
  { result, people, admission, voucher }: Redemption,
): Decision {
  const inside = voucher?.passes.filter(({ admitted }) => admitted) ?? [];
  return {
    ...{ id, code, people, at, away: false, verdict: result === "valid" ? "admitted" : result },
    admission: admission && { id: admission.id, until: at + admission.undoSeconds * 1000 },
    earlier: voucher?.redeemedAt ? { at: voucher.redeemedAt, by: voucher.redeemedBy } : null,
    order: voucher && {
      link: { id: voucher.orderId, reference: voucher.reference },
      ...{ lead: voucher.leadName, productName: voucher.productName, itemName: voucher.itemName },
      ...{ eventOn: voucher.eventOn, tickets: voucher.tickets, accepted: voucher.accepted, early: voucher.early },
      inside: { people: peopleOf(inside), of: peopleOf(voucher.passes) },
    },
  };
}
