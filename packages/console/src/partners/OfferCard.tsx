import EditIcon from "@mui/icons-material/Edit";
import { Stack, Typography } from "@mui/material";
import { useAnswer } from "../api/useAnswer.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { DialogButton } from "../ui/dialogs.tsx";
import { PlainList, SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import type { Partner, PartnerOffer } from "./facts.tsx";
import { OfferDialog } from "./OfferDialog.tsx";

/** What a partner sees and sells: all products, chosen ones, or all but chosen ones, and its stop-sales. */
export function OfferCard({ partner }: { partner: Partner }) {
  const t = useText();
  const rights = useRights();
  const query = useAnswer("partners.offer", { id: partner.id });
  return (
    <SectionCard
      title={t("partnerOffer.title")}
      aside={
        rights.has("partners.setOffer") &&
        query.data && (
          <DialogButton
            size="small"
            variant="outlined"
            startIcon={<EditIcon />}
            label={t("partnerOffer.change")}
            dialog={(close) => <OfferDialog partner={partner} offer={query.data!} onClose={close} />}
          />
        )
      }
    >
      <QueryResult query={query} lines={2}>
        {(offer) => (
          <Stack sx={{ gap: 1.5 }}>
            <div>
              <Typography sx={{ fontWeight: 600 }}>{t(`partnerOffer.sold.${offer.sells}`)}</Typography>
              {offer.sells !== "all" && <ChosenProducts offer={offer} />}
            </div>
            <div>
              <Typography sx={{ fontWeight: 600 }}>{t("partnerOffer.stops")}</Typography>
              {offer.stops.length === 0 && <SecondaryText>{t("partnerOffer.noStops")}</SecondaryText>}
              <PlainList>
                {offer.stops.map((stop) => (
                  <li key={JSON.stringify(stop)}>
                    <StopText stop={stop} offer={offer} />
                  </li>
                ))}
              </PlainList>
            </div>
          </Stack>
        )}
      </QueryResult>
    </SectionCard>
  );
}

function ChosenProducts({ offer: { products, named } }: { offer: PartnerOffer }) {
  const t = useText();
  const format = useFormat();
  if (products.length === 0) return <SecondaryText>{t("partnerOffer.none")}</SecondaryText>;
  const byId = new Map(named.map((one) => [one.id, one]));
  return (
    <PlainList>
      {products.map(({ productId, itemIds }) => {
        const product = byId.get(productId);
        const items = product?.items.filter(({ id }) => itemIds?.includes(id)).map(({ name }) => name);
        return (
          <li key={productId}>
            {product ? <PageLink to={`/products/${productId}/show`}>{product.name}</PageLink> : productId}
            {items && items.length > 0 && <SecondaryText span> · {format.list(items)}</SecondaryText>}
          </li>
        );
      })}
    </PlainList>
  );
}

function StopText({ stop, offer }: { stop: PartnerOffer["stops"][number]; offer: PartnerOffer }) {
  const t = useText();
  const format = useFormat();
  const { productId, itemId, from, to, reason } = stop;
  const product = offer.named.find(({ id }) => id === productId);
  const item = product?.items.find(({ id }) => id === itemId);
  const days = from === to ? format.date(from) : `${format.date(from)} – ${format.date(to)}`;
  const what = productId === null ? t("partnerOffer.everyProduct") : (product?.name ?? productId);
  return (
    <>
      {days} · {what}
      {item && ` · ${item.name}`}
      {reason && <SecondaryText>{reason}</SecondaryText>}
    </>
  );
}
