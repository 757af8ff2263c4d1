import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { FactList, SectionCard } from "../ui/page/layout.tsx";
import type { DayClosing } from "./closing.ts";

/** What each partner sold. */
export function PartnerSales({ sums: { partners = [], currencyCode } }: Pick<DayClosing, "sums">) {
  const t = useText();
  const format = useFormat();
  if (partners.length === 0) return null;
  return (
    <SectionCard title={t("closing.partner")}>
      <FactList
        facts={partners.map(({ partner, orders, sold }) => ({
          name: partner,
          value: `${format.amount(sold, currencyCode)} (${format.count(orders)})`,
        }))}
      />
    </SectionCard>
  );
}
