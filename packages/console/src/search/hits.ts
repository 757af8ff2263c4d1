import type { Answer } from "../api/types.ts";
import { eventAddress } from "../events/Views.tsx";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";

type Found = Answer<"search.find">;

/** A result: what it is called, what tells it apart, and its page. */
export interface Hit {
  to: string;
  title: string;
  lines: (string | null)[];
}

export interface HitGroup {
  kind: keyof Found;
  title: string;
  hits: Hit[];
  /** Number of results in the groups before. */
  from: number;
}

/** The results of a search by kind, the most likely first; kinds without results are left out. */
export function useHits(found: Found | undefined): HitGroup[] {
  const t = useText();
  const format = useFormat();
  if (!found) return [];
  const guestOf = (order: Found["guests"][number]): Hit => ({
    to: `/orders/${order.id}/show`,
    title: order.leadName ?? (order.email || order.reference),
    lines: [
      order.reference,
      order.productName,
      format.local(order.eventOn),
      t(`orders.status.${order.status}`),
      order.leadName && order.email,
      order.phoneNumber,
    ],
  });
  const hits: Record<keyof Found, Hit[]> = {
    guests: found.guests.map(guestOf),
    orders: found.orders.map((order) => ({
      ...guestOf(order),
      title: order.reference,
      lines: [order.leadName ?? order.email, order.productName, format.local(order.eventOn), order.partner],
    })),
    events: found.events.map(({ id, productName, itemName, eventOn }) => ({
      to: eventAddress(id),
      title: `${format.local(eventOn)} · ${productName}`,
      lines: [itemName],
    })),
    products: found.products.map(({ id, name, cityCode, externalId }) => ({
      to: `/products/${id}/show`,
      title: name,
      lines: [cityCode, externalId],
    })),
    partners: found.partners.map(({ id, name, externalId }) => ({
      to: `/partners/${id}/show`,
      title: name,
      lines: [externalId],
    })),
  };
  const groups: HitGroup[] = [];
  let from = 0;
  for (const kind of ["orders", "guests", "events", "products", "partners"] as const) {
    if (hits[kind].length === 0) continue;
    groups.push({ kind, title: t(`find.kind.${kind}`), hits: hits[kind], from });
    from += hits[kind].length;
  }
  return groups;
}
