import { useAnswer } from "../api/useAnswer.ts";
import { InstantText } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";

/** The allotments of an event: seats, sold and held, and when they are released. Nothing if it has none. */
export function EventAllotments({ eventId }: { eventId: string }) {
  const t = useText();
  const mayRead = useRights().has("allotments.ofEvent");
  const { data } = useAnswer("allotments.ofEvent", mayRead ? { id: eventId } : null, { refetchInterval: 15_000 });
  if (!data || data.total === 0) return null;
  return (
    <SectionCard title={t("allotments.title")}>
      <PlainList>
        {data.data.map(({ id, name, kind, seats, partners, taken, held, releaseAt }) => (
          <LinedItem key={id}>
            <PageLink to={`/allotments/${id}`}>
              {t("allotments.seatsOf", { kind: t(`allotments.kind.${kind}`), smart_count: seats })}
            </PageLink>{" "}
            · {partners.join(", ")}
            {name && ` · ${name}`}
            <SecondaryText>
              {t("allotments.ofEvent", { taken, seats })}
              {releaseAt !== null &&
                (Date.parse(releaseAt) <= Date.now() ? (
                  ` · ${t("allotments.released")}`
                ) : (
                  <>
                    {" "}
                    · {t("allotments.heldNow", { smart_count: held })} · {t("allotments.release")}:{" "}
                    <InstantText at={releaseAt} />
                  </>
                ))}
            </SecondaryText>
          </LinedItem>
        ))}
      </PlainList>
    </SectionCard>
  );
}
