import type { PartnerRecord } from "../../store/partners/partner-list.ts";
import { partnerRecord } from "../../store/partners/partner-list.ts";
import type { AdminCall } from "../operation.ts";
import { requireRecord } from "../operation.ts";

/** The partner of the signed-in person: docs/decisions/0071-the-partners-own-page.md. */

/** The role that calls the operations on its own partner, and no others. */
export const ownRoles = ["partner"] as const;

/** Reads the partner. It is that of the session: no request can name another one. */
export async function ownPartner({
  service,
  operator,
}: Pick<AdminCall<unknown, unknown>, "service" | "operator">): Promise<PartnerRecord> {
  const { partnerId } = operator;
  return requireRecord(partnerId === null ? null : await partnerRecord(service.db, { id: partnerId }), "partner");
}
