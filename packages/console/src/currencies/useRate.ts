import { useMemo } from "react";
import { useLocale } from "react-admin";
import { useText } from "../i18n/index.ts";
import { tagOf } from "../i18n/plurals.ts";
import { type Effect, largeEffects } from "./currency.ts";

/** Formats rates and amounts of a currency. */
export function useRate() {
  const tag = tagOf(useLocale());
  return useMemo(() => {
    const rates = new Intl.NumberFormat(tag, { maximumSignificantDigits: 9 });
    const percents = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 4 });
    const signed = new Intl.NumberFormat(tag, {
      style: "percent",
      maximumFractionDigits: 2,
      signDisplay: "exceptZero",
    });
    return {
      rate: (text: string) => rates.format(Number(text)),
      /** A markup in per cent. */
      markup: (text: string) => percents.format(Number(text) / 100),
      change: (part: number) => signed.format(part),
      amount: (amount: number | string, code: string) => {
        const value = Number(amount);
        try {
          return new Intl.NumberFormat(tag, { style: "currency", currency: code, currencyDisplay: "code" }).format(
            value,
          );
        } catch {
          return `${code} ${rates.format(value)}`.trim();
        }
      },
    };
  }, [tag]);
}

/** The questions to confirm rates that move too far. */
export function useAskAgain(): (result: { effects: Effect[] }) => string[] {
  const t = useText();
  const { rate, change } = useRate();
  return ({ effects }) =>
    largeEffects(effects).map(({ code, before, after }) =>
      t("day.again.rate", {
        code,
        before: rate(before),
        after: rate(after),
        change: change(Number(after) / Number(before) - 1),
      }),
    );
}
