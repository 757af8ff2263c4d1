import CheckIcon from "@mui/icons-material/Check";
import UndoIcon from "@mui/icons-material/Undo";
import { Alert, Box, Button, Card, Chip, Stack, Typography } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { CollectButtons } from "../collect/CollectButtons.tsx";
import type { Taken } from "../collect/collect.ts";
import { ToCollectChip } from "../collect/ToCollectChip.tsx";
import { PaymentTroubles, WaitingPayments } from "../door/PaymentTroubles.tsx";
import { useFormat, useZoneCity } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useTicketsText } from "../orders/parts.tsx";
import { unusualPartyText } from "../products/ticket-size.ts";
import { useRights, useSignedInOperator } from "../session/hooks.ts";
import { PlainList, SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { PhoneLink, SecondaryText } from "../ui/text.tsx";
import { EventFacts } from "./GuidePage.tsx";
import { useGuidesDevice } from "./useGuidesDevice.ts";

type Manifest = ApiAnswer<"guides.manifest">;
type Guest = Manifest["guests"][number];

/** The guests of a guide's event, who are ticked as they arrive. The audit log records each reading, so the page reads them once. */
export function GuestsPage() {
  const { id = "", event = "" } = useParams();
  const query = useAnswer("guides.manifest", { id, event }, { refetchOnWindowFocus: false, refetchOnReconnect: false });
  return (
    <QueryResult query={query} loading={<PagePlaceholder />}>
      {(manifest) => <Guests key={event} guide={id} manifest={manifest} />}
    </QueryResult>
  );
}

function Guests({ guide, manifest: { event, guests, groups, totals, more } }: { guide: string; manifest: Manifest }) {
  const t = useText();
  const cityOf = useZoneCity();
  const format = useFormat();
  const { me } = useSignedInOperator();
  // Number of people of each party who arrived since the page was read; it can be negative after an undo.
  const [since, setSince] = useState<Record<string, number>>({});
  const device = useGuidesDevice(event.id);
  const arrived = totals.admitted + Object.values(since).reduce((sum, people) => sum + people, 0);
  return (
    <Page
      title={event.productName}
      width={760}
      above={
        <BackLink path={`/guides/${guide}`} label={me?.resourceId === guide ? t("guides.back") : t("events.title")} />
      }
      lead={
        <>
          <b>{format.local(event.eventOn)}</b> · {event.itemName}
          <SecondaryText>{t("day.zone", { zone: cityOf(event.timeZone) })}</SecondaryText>
        </>
      }
    >
      <Card sx={{ p: 2, display: "flex", flexDirection: "column", gap: 1 }}>
        <EventFacts event={{ ...event, admitted: 0 }} />
      </Card>
      <SectionCard title={t("guides.guests")}>
        <Typography role="status" sx={{ mb: 1, fontWeight: 600 }}>
          {guests.length === 0
            ? t("guides.noGuests")
            : arrived > 0 && arrived === totals.people
              ? t("guides.allArrived")
              : t("guides.arrived", { arrived: format.count(arrived), people: format.count(totals.people) })}
        </Typography>
        <Stack sx={{ gap: 1, mb: 1 }}>
          <PaymentTroubles device={device} />
          <WaitingPayments waiting={device.waiting} />
        </Stack>
        {more && (
          <Alert severity="warning" sx={{ mb: 1 }}>
            {t("guides.more")}
          </Alert>
        )}
        {groups.map(({ id, name, note, seats }) => (
          <Alert key={id} severity="info" icon={false} sx={{ mb: 1.5, overflowWrap: "anywhere" }}>
            <b>{name}</b> · {t("blocks.count", { smart_count: seats })}
            {note && <SecondaryText>{note}</SecondaryText>}
          </Alert>
        ))}
        <PlainList gap={1.5}>
          {guests.map((guest) => (
            <Party
              key={guest.code}
              device={device}
              guest={{ ...guest, admitted: guest.admitted + (since[guest.code] ?? 0) }}
              onChange={(people) => setSince((now) => ({ ...now, [guest.code]: (now[guest.code] ?? 0) + people }))}
            />
          ))}
        </PlainList>
        <SecondaryText sx={{ mt: 1.5 }}>{t("guides.audited")}</SecondaryText>
      </SectionCard>
    </Page>
  );
}

function Party({
  device,
  guest,
  onChange,
}: {
  device: ReturnType<typeof useGuidesDevice>;
  guest: Guest;
  onChange: (people: number) => void;
}) {
  const t = useText();
  const party = useTicketsText();
  const rights = useRights();
  const { count } = useFormat();
  const { code, reference, leadName, passengers, phoneNumber, lang, tickets, people, seats, admitted, status } = guest;
  const { hotel, pickup, pickupAt, flight, others, notes, erasedAt, admittedAt } = guest;
  const unusual = unusualPartyText({ people, seats }, tickets, t);
  const [toCollect, setToCollect] = useState(guest.toCollect);
  const [admission, setAdmission] = useState<string | null>(null);
  // The people whom it admitted.
  const [added, setAdded] = useState(0);
  const [refused, setRefused] = useState<Exclude<ApiAnswer<"vouchers.redeem">["result"], "valid"> | null>(null);
  const name = leadName ?? reference;
  // A party can be nobody, such as a vehicle.
  const isInside = people > 0 ? admitted >= people : admittedAt !== null || admission !== null;
  /** Records what the guest paid, if `taken` says so, and admits the party unless it is inside. */
  const admit = useMutation({
    mutationFn: async ({ taken, unpaid = false }: { taken?: Taken; unpaid?: boolean }) => {
      let left = toCollect;
      if (taken) {
        left = await device.collect({ code, name }, toCollect!, taken);
        setToCollect(left);
      }
      if (isInside) return { result: "valid" as const, people: 0, admission: null };
      return device.admit(code, { unpaid: unpaid || left !== null, left: people - admitted });
    },
    networkMode: "always",
    onSuccess: ({ result, people, admission: made }) => {
      setRefused(result === "valid" ? null : result);
      if (result !== "valid") return;
      if (made) setAdmission(made);
      setAdded(people);
      onChange(people);
    },
  });
  const collects = toCollect?.onArrival === true && status === "complete" && rights.has("door.collect");
  const undo = useMutation({
    mutationFn: (admissionId: string) => device.undo(admissionId),
    networkMode: "always",
    onSuccess: () => {
      setAdmission(null);
      onChange(-added);
    },
  });
  return (
    <Card component="li" variant="outlined" sx={{ p: 1.5, overflowWrap: "anywhere" }}>
      <Stack sx={{ gap: 0.75 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: "start" }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography component="h3" sx={{ fontWeight: 700 }}>
              {name}
            </Typography>
            <div>{[party(tickets), unusual, t(`content.lang.${lang}`)].filter(Boolean).join(" · ")}</div>
          </Box>
          {(admitted > 0 || isInside) && (
            <Chip
              color={isInside ? "success" : "warning"}
              icon={<CheckIcon />}
              label={`${count(admitted)}/${count(people)}`}
            />
          )}
        </Stack>
        {passengers.length > 1 && (
          <SecondaryText>{t("day.manifest.passengers", { names: passengers.slice(1).join(", ") })}</SecondaryText>
        )}
        {!erasedAt && phoneNumber && <PhoneLink number={phoneNumber} />}
        {(hotel || pickup) && (
          <div>
            {pickupAt && <b>{pickupAt.slice(11, 16)} </b>}
            {[hotel, pickup].filter(Boolean).join(", ")}
          </div>
        )}
        {flight && <div>{flight}</div>}
        {others.map(({ title, text, passenger }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the answers of a party do not change.
          <div key={n}>
            <SecondaryText span>
              {title}
              {passenger !== null && ` (${passenger})`}:
            </SecondaryText>{" "}
            {text}
          </div>
        ))}
        {notes.map((note, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Alert key={n} severity="info" icon={false} sx={{ py: 0, whiteSpace: "pre-line" }}>
            {note}
          </Alert>
        ))}
        <ToCollectChip toCollect={toCollect} />
        {refused && <Alert severity="error">{t(`door.result.${refused}`)}</Alert>}
        <ProblemAlert error={admit.error ?? undo.error} />
        {collects && toCollect && (
          <>
            <SecondaryText>{t(isInside ? "collect.sayOnly" : "collect.say")}</SecondaryText>
            <CollectButtons
              toCollect={toCollect}
              name={name}
              pending={admit.isPending}
              onTaken={(taken) => admit.mutate({ taken })}
              onUnpaid={isInside ? undefined : () => admit.mutate({ unpaid: true })}
              solid={{ variant: "contained", color: "warning", sx: { minHeight: 44 } }}
              outlined={{ variant: "outlined", color: "warning", sx: { minHeight: 44 } }}
            />
          </>
        )}
        {rights.has("vouchers.redeem") && (
          <Stack direction="row" sx={{ gap: 1 }}>
            {status !== "complete" ? (
              <SecondaryText>{t("guides.notConfirmed")}</SecondaryText>
            ) : (
              !isInside &&
              !collects && (
                <Button
                  variant="contained"
                  startIcon={<CheckIcon />}
                  loading={admit.isPending}
                  aria-label={t("guides.admitOf", { name })}
                  onClick={() => admit.mutate({ unpaid: true })}
                  sx={{ flex: 1, minHeight: 44 }}
                >
                  {t("guides.admit")}
                </Button>
              )
            )}
            {admission !== null && (
              <Button
                startIcon={<UndoIcon />}
                loading={undo.isPending}
                aria-label={t("guides.undoOf", { name })}
                onClick={() => undo.mutate(admission)}
                sx={{ minHeight: 44 }}
              >
                {t("lists.undo")}
              </Button>
            )}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}
