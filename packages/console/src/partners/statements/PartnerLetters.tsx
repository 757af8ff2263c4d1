import { useAnswer } from "../../api/useAnswer.ts";
import { textOrDefault, useText } from "../../i18n/index.ts";
import { faultOf, LetterLine } from "../../orders/page/Letters.tsx";
import { PlainList, SectionCard } from "../../ui/page/layout.tsx";

/** Number of e-mails that a partner's page shows. */
const most = 5;

/** The e-mails to the contacts for accounts of a partner: about one statement, or the latest ones. */
export function PartnerLetters({ partnerId, statementId }: { partnerId: string; statementId?: string }) {
  const t = useText();
  const all = useAnswer("partners.letters", { id: partnerId }).data?.data ?? [];
  const letters =
    statementId === undefined ? all.slice(0, most) : all.filter((letter) => letter.statementId === statementId);
  if (letters.length === 0) return null;
  return (
    <SectionCard title={t("terms.letters.title")}>
      <PlainList label={t("terms.letters.title")}>
        {letters.map((letter) => (
          <LetterLine
            key={`${letter.kind} ${letter.address} ${letter.at}`}
            letter={letter}
            title={`${t(`terms.letters.kind.${letter.kind}`)}: ${letter.address}`}
            fault={textOrDefault(
              t,
              `terms.letters.${letter.fault}`,
              faultOf(letter, t("terms.letters.uncertain"), t) ?? "",
            )}
          />
        ))}
      </PlainList>
    </SectionCard>
  );
}
