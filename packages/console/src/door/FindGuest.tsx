import PersonSearchIcon from "@mui/icons-material/PersonSearch";
import { Button, Stack, TextField, Typography } from "@mui/material";
import { foldedName, isSearchable } from "@paseo/contract/folded-text";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useApi } from "../api/useApi.ts";
import { ToCollectChip } from "../collect/ToCollectChip.tsx";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { NoShowChip } from "../orders/attendance.tsx";
import { useTicketNames } from "../products/useTicketNames.ts";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { ProblemAlert, useRequestOnClick } from "../ui/page/states.tsx";
import { SecondaryText } from "../ui/text.tsx";
import type { useDoor } from "./useDoor.ts";

/** Finds a guest by last name, for a guest whose phone is dead, and admits the party. Codes and references are not shown. */
export function FindGuest({
  door,
  event,
  pending,
  onAdmit,
}: {
  door: ReturnType<typeof useDoor>;
  event: string;
  pending: boolean;
  onAdmit: (code: string) => void;
}) {
  const t = useText();
  const [open, setOpen] = useState(false);
  if (!open)
    return (
      <Button
        variant="outlined"
        size="large"
        startIcon={<PersonSearchIcon />}
        onClick={() => setOpen(true)}
        sx={{ py: 1.5 }}
      >
        {t("door.find.open")}
      </Button>
    );
  return (
    <SectionCard title={t("door.find.title")}>
      <Search door={door} event={event} pending={pending} onAdmit={onAdmit} />
    </SectionCard>
  );
}

function Search({ door, event, pending, onAdmit }: Parameters<typeof FindGuest>[0]) {
  const t = useText();
  const { local } = useFormat();
  const nameOf = useTicketNames(door.list?.ticketNames);
  const [typed, setTyped] = useState("");
  const [short, setShort] = useState(false);
  const search = useMutation({ mutationFn: (lastName: string) => door.find(lastName, event) });
  const api = useApi();
  const { attempt, pending: marking } = useRequestOnClick();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fits = isSearchable(foldedName(typed));
    setShort(!fits);
    if (fits) search.mutate(typed.trim());
  };
  const found = search.data;
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Stack component="form" direction="row" onSubmit={submit} sx={{ gap: 1, alignItems: "flex-start" }}>
        <TextField
          autoFocus
          label={t("door.find.lastName")}
          helperText={t(short ? "door.find.short" : "door.find.lead")}
          error={short}
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{
            htmlInput: { maxLength: 100, autoCapitalize: "words", spellCheck: false, enterKeyHint: "search" },
          }}
        />
        <Button type="submit" variant="contained" loading={search.isPending} sx={{ height: 40, flexShrink: 0 }}>
          {t("find.title")}
        </Button>
      </Stack>
      <ProblemAlert error={search.error} />
      {found?.guests.length === 0 && <Typography role="status">{t("door.find.none")}</Typography>}
      {found && found.guests.length > 0 && (
        <PlainList>
          {found.guests.map(
            ({ code, name, productName, eventOn, tickets, people, admitted, noShow, begun, toCollect }) => (
              <LinedItem key={code} columns={{ xs: "minmax(0, 1fr) auto", md: "minmax(0, 1fr) auto" }} align="center">
                <div>
                  <Typography sx={{ fontWeight: 700 }}>{name}</Typography>
                  <SecondaryText>
                    {productName} · {local(eventOn)}
                  </SecondaryText>
                  <SecondaryText>
                    {tickets.map(({ code: ticket, quantity }) => `${quantity} × ${nameOf(ticket)}`).join(", ")}
                    {admitted > 0 && ` · ${t("door.inside", { inside: admitted, of: people })}`}
                  </SecondaryText>
                  <NoShowChip noShow={noShow} people={people} />
                  <ToCollectChip toCollect={toCollect} />
                </div>
                <Stack sx={{ gap: 0.5, alignItems: "stretch" }}>
                  <Button
                    variant="outlined"
                    disabled={pending}
                    aria-label={t("door.find.admit", { name })}
                    onClick={() => onAdmit(code)}
                  >
                    {t("door.admit")}
                  </Button>
                  {begun && admitted < people && (
                    <Button
                      size="small"
                      disabled={marking}
                      aria-label={t(noShow > 0 ? "attendance.cameOf" : "attendance.markOf", { name })}
                      onClick={() =>
                        void attempt(async () => {
                          await api("door.markNoShow", { body: { code, noShow: noShow === 0 } });
                          await search.mutateAsync(typed.trim());
                        })
                      }
                    >
                      {t(noShow > 0 ? "attendance.came" : "attendance.noShow")}
                    </Button>
                  )}
                </Stack>
              </LinedItem>
            ),
          )}
        </PlainList>
      )}
      {found?.more && <SecondaryText>{t("door.find.more")}</SecondaryText>}
    </Stack>
  );
}
