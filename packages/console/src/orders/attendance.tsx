import PersonOffIcon from "@mui/icons-material/PersonOff";
import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useNotify } from "../ui/notices.tsx";
import { useRequestOnClick } from "../ui/page/states.tsx";
import { SoftChip } from "../ui/text.tsx";
import type { OrderLine } from "./order.ts";
import { StatusChip } from "./parts.tsx";

/** Guests who did not come. */

/** Marks people of an order who did not come; nothing if all came. */
export function NoShowChip({
  noShow,
  people,
  size = "small",
}: {
  noShow: number;
  people: number;
  size?: "small" | "medium";
}) {
  const t = useText();
  if (noShow === 0) return null;
  const label = noShow >= people ? t("attendance.noShow") : t("attendance.noShows", { smart_count: noShow });
  return <SoftChip tone="warning" size={size} icon={<PersonOffIcon />} label={label} />;
}

/** The status of an order in a list. Only a confirmed order can have no-shows, so their chip stands for both. */
export const ListedStatus = ({ order }: { order: Pick<OrderLine, "status" | "noShow" | "people"> }) =>
  order.noShow > 0 ? <NoShowChip {...order} /> : <StatusChip status={order.status} />;

/** Returns a function that says of an order that its absent guests are no-shows, or that they came. */
export function useMarkNoShow(): {
  mark: (order: { id: string; name: string }, noShow: boolean) => void;
  pending: boolean;
} {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const { attempt, pending } = useRequestOnClick();
  const mark = ({ id, name }: { id: string; name: string }, noShow: boolean) =>
    void attempt(async () => {
      await api("orders.markNoShow", { id, body: { noShow } });
      notify(t(noShow ? "attendance.marked" : "attendance.unmarked", { name }), { type: "success" });
      await queries.invalidateQueries();
    });
  return { mark, pending };
}
