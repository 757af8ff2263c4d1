import { foldText } from "@paseo/contract/folded-text";
import type { OperationId } from "../api/types.ts";
import { mainMenuGroups } from "../frame/menu.ts";
import { type TextKey, useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";

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
export function useCommands(typed: string): { actions: Match[]; pages: Match[] } {
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
