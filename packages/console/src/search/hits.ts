import { foldText } from "@paseo/contract/folded-text";
import type { ApiAnswer, OperationId } from "../api/types.ts";
import { actionAddress } from "../bulk/bulk.ts";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { useFormat } from "../format/format.tsx";
import { mainMenuGroups } from "../frame/menu.ts";
import { type TextKey, useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { filteredListAddress } from "../ui/text.tsx";
import { type SearchRequest, type SearchVerb, searchVerbs } from "./asked.ts";

type Found = ApiAnswer<"search.find">;
type FoundEvent = Found["events"][number];
type Kind = keyof Found | "actions" | "pages";

/** A result: its name, a text that distinguishes it from similar results, and its page. */
export interface SearchHit {
  to: string;
  title: string;
  lines: (string | null)[];
}

export interface SearchHitGroup {
  kind: Kind;
  title: string;
  hits: SearchHit[];
  /** Number of results in the groups before this group. */
  from: number;
}

const nothing: Found = { orders: [], guests: [], events: [], products: [], partners: [], refused: [] };
/**
 * Returns the results of a search by kind, the most likely first. Omits kinds without results. If the search asks for an action on an
 * event, each event is one result that leads to this action.
 */
export function useSearchHits(typed: string, { verb, day }: SearchRequest, found: Found = nothing): SearchHitGroup[] {
  const t = useText();
  const format = useFormat();
  const actionsOf = useEventActions();
  const commands = useCommands(typed);
  const guestOf = (order: Found["guests"][number]): SearchHit => ({
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
  const nameOf = ({ eventOn, productName }: FoundEvent) => `${format.local(eventOn)} · ${productName}`;
  // One event, or the events of a day, are shown with their actions.
  const few = found.events.length === 1 || day !== null;
  const actionHits = (event: FoundEvent): SearchHit[] =>
    actionsOf(event)
      .filter((action) => (verb ? action.verb === verb : few))
      .map(({ to, title }) => ({ to, title, lines: [nameOf(event), event.itemName] }));
  const asked = verb ? found.events.flatMap(actionHits) : [];
  const command = ({ to, title }: { to: string; title: string }): SearchHit => ({ to, title, lines: [] });
  const hits: Record<Kind, SearchHit[]> = {
    actions: [...asked, ...commands.actions.map(command)],
    pages: commands.pages.map(command),
    guests: found.guests.map(guestOf),
    orders: found.orders.map((order) => ({
      ...guestOf(order),
      title: order.reference,
      lines: [order.leadName ?? (order.email || null), order.productName, format.local(order.eventOn), order.partner],
    })),
    events: found.events.flatMap((event) => [
      { to: eventAddress(event.id), title: nameOf(event), lines: [event.itemName] },
      ...(verb ? [] : actionHits(event)),
    ]),
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
    refused: found.refused.map(({ partner, at, externalReference, email, productName, eventOn, reasons }) => ({
      to: filteredListAddress("refused-orders", { q: externalReference ?? email ?? reasons[0]!.code }),
      title: externalReference ?? email ?? reasons[0]!.name,
      lines: [
        reasons.map(({ name }) => name).join(", "),
        partner,
        format.instant(at),
        productName && `${productName}${eventOn ? `, ${format.local(eventOn)}` : ""}`,
      ],
    })),
  };
  const groups: SearchHitGroup[] = [];
  let from = 0;
  for (const kind of ["actions", "pages", "orders", "guests", "events", "products", "partners", "refused"] as const) {
    if (hits[kind].length === 0) continue;
    const title = kind === "actions" || kind === "pages" ? t(`commands.kind.${kind}`) : t(`find.kind.${kind}`);
    groups.push({ kind, title, hits: hits[kind], from });
    from += hits[kind].length;
  }
  return groups;
}

/** Returns the actions on an event that the operator's role allows. Each action leads to its preview. */
function useEventActions(): (event: FoundEvent) => { verb: SearchVerb; to: string; title: string }[] {
  const t = useText();
  const rights = useRights();
  const sale = (verb: "close" | "open") => t(`day.${verb}.button`);
  return ({ id, setting }) =>
    searchVerbs.flatMap((verb) => {
      const isSale = verb === "close" || verb === "open";
      const right: OperationId = isSale ? "events.change" : "bulkActions.start";
      if (!rights.has(right) || (isSale && (verb === "close") !== (setting === "available"))) return [];
      return isSale
        ? { verb, to: `${eventAddress(id)}?do=${verb}`, title: sale(verb) }
        : { verb, to: actionAddress(id, verb), title: t(`bulk.action.${verb}`) };
    });
}

interface Command {
  to: string;
  /** The operation that a role needs for the command. */
  right: OperationId;
  title: TextKey;
  /** Other words for the command. */
  words?: TextKey;
}

const actions: readonly Command[] = [
  { to: "/orders/create", right: "orders.create", title: "sale.button", words: "commands.sell" },
  { to: "/orders/create?walkIn=yes", right: "orders.create", title: "sale.walkIn", words: "commands.sell" },
  { to: "/products/create", right: "products.create", title: "products.new" },
  { to: "/products/change", right: "products.changeListings", title: "products.bulk.title" },
  { to: "/events/change", right: "events.change", title: "events.change.button" },
  { to: "/pages/create", right: "pages.create", title: "content.create" },
  { to: "/currencies/create", right: "currencies.create", title: "currencies.create.button" },
  { to: "/currencies/ecb", right: "currencies.ecb", title: "currencies.ecb.button" },
];

const pages: readonly Command[] = [
  ...Object.values(mainMenuGroups).flat(),
  { to: "/events/list", right: "events.list", title: "commands.eventList" },
  { to: "/closing", right: "closings.show", title: "closing.accountant" },
  { to: "/resource-plan", right: "resources.plan", title: "resources.week.title" },
  { to: "/account", right: "session.show", title: "frame.account" },
];

interface Match {
  to: string;
  title: string;
}

/** Finds the actions and pages of the operator's role that have a word with the typed beginning. For an empty text, finds all actions. */
function useCommands(typed: string): { actions: Match[]; pages: Match[] } {
  const t = useText();
  const rights = useRights();
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  const matches = (commands: readonly Command[]) =>
    commands
      .filter(({ right }) => rights.has(right))
      .map(({ to, title, words: others }) => ({
        to,
        title: t(title as "sale.button"),
        others: others ? t(others as "commands.sell") : "",
      }))
      .filter(({ title, others }) => {
        const parts = foldText(`${title} ${others}`).split(/[^\p{L}\d]+/u);
        return words.every((word) => parts.some((part) => part.startsWith(word)));
      });
  return { actions: matches(actions), pages: words.length === 0 ? [] : matches(pages) };
}
