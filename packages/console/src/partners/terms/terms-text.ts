import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import type { PriceRule, TermsContent } from "./terms.ts";

/** Gives terms in plain words: a sentence for each fact. `listName`: the name of the price list, if the terms have one. */
export function useTermsSentences(): (content: TermsContent, listName?: string) => string[] {
  const t = useText();
  const format = useFormat();
  return (content, listName) => {
    const { basis, percentOf, collects, extras, period, paymentDays, limit, currencyCode } = content;
    return [
      t(`terms.say.${basis}.${percentOf}`, { percent: format.percent(content.percent) }),
      t(`terms.say.collects.${collects}`),
      t(`terms.say.period.${period}`, { smart_count: paymentDays }),
      ...(currencyCode ? [t("terms.say.currency", { currency: currencyCode })] : []),
      t(`terms.say.extras.${extras ? "yes" : "no"}`),
      t(`terms.say.dueOn.${content.dueOn}`),
      t(`terms.say.cancellation.${content.afterCancellation}`),
      t(`terms.say.noShow.${content.noShow}`),
      ...(limit
        ? [
            limit.kind === "credit"
              ? t("terms.say.limit.credit", { amount: format.amount(limit.amount, limit.currencyCode) })
              : t("terms.say.limit.prepaid"),
          ]
        : []),
      ...(limit?.warnBelow
        ? [t("terms.say.warn", { amount: format.amount(limit.warnBelow, limit.currencyCode) })]
        : []),
      ...(listName === undefined ? [] : [t("terms.say.list", { name: listName })]),
    ];
  };
}

/** Gives a rule in words: `20%`, `€3.00 per ticket`, `Net €24.00`. */
export function useRuleText(): (rule: PriceRule) => string {
  const t = useText();
  const format = useFormat();
  return (rule) => {
    if ("percent" in rule) return t("terms.line.say.percent", { percent: format.percent(rule.percent) });
    const kind = "fixed" in rule ? "fixed" : "net";
    const amount = "fixed" in rule ? rule.fixed : rule.net;
    return t(`terms.line.say.${kind}`, { amount: format.amount(amount, rule.currencyCode) });
  };
}
