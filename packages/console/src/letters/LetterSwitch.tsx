import { Button, FormControlLabel, Stack, Switch, TextField } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { Select } from "../ui/form/controls.tsx";
import { useNotify } from "../ui/notices.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { useRequestOnClick } from "../ui/page/states.tsx";
import { SecondaryText } from "../ui/text.tsx";
import type { GuestLetter } from "./letter.ts";

const maxHours = 720;

/** The switch that decides whether and when a letter is sent. A product follows the switch for all products, or has its own switch. */
export function LetterSwitch({ letter, productId }: { letter: GuestLetter; productId: string | undefined }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const may = useRights().has("letters.switch");
  const { attempt, pending } = useRequestOnClick();
  const { kind, isOn, own, revision } = letter;
  const [hours, setHours] = useState(letter.hours === null ? "" : `${letter.hours}`);
  const timed = kind === "reminder" || kind === "thanks" ? kind : null;
  const isWrong = timed !== null && !(/^\d+$/.test(hours) && Number(hours) >= 1 && Number(hours) <= maxHours);
  const save = (isOn: boolean | null, notice: "letters.switchedOn" | "letters.switchedOff" | "letters.switched") =>
    attempt(async () => {
      const body = {
        ...(productId && { productId }),
        isOn,
        revision,
        ...(timed && isOn !== null && { hours: Number(hours) }),
      };
      await api("letters.switch", { kind, body });
      notify(t(notice, { kind: t(`letters.kind.${kind}`) }), { type: "success" });
      await queries.invalidateQueries({ queryKey: ["letters.list"] });
    });
  const toggle = (next: boolean) => void save(next, next ? "letters.switchedOn" : "letters.switchedOff");
  const disabled = !may || pending || isWrong;
  return (
    <SectionCard title={t(`letters.kind.${kind}`)}>
      <Stack sx={{ gap: 2 }}>
        <SecondaryText>
          {t(`letters.when.${kind}`)} {t("letters.leftOut")}
        </SecondaryText>
        {productId === undefined ? (
          <FormControlLabel
            control={<Switch checked={isOn} disabled={disabled} onChange={(_, next) => toggle(next)} />}
            label={t("letters.sends")}
          />
        ) : (
          <Select
            label={t("letters.own")}
            value={own ? (isOn ? "on" : "off") : "follow"}
            disabled={disabled}
            choices={[
              { id: "follow", name: t("letters.follow") },
              { id: "on", name: t("letters.on") },
              { id: "off", name: t("letters.off") },
            ]}
            onChange={(next) => (next === "follow" ? void save(null, "letters.switched") : toggle(next === "on"))}
            sx={{ maxWidth: "20rem" }}
          />
        )}
        {timed && (productId === undefined || own) && (
          <Stack direction="row" sx={{ gap: 1, alignItems: "flex-start" }}>
            <TextField
              label={t(`letters.hours.${timed}`)}
              value={hours}
              disabled={!may}
              onChange={({ target }) => setHours(target.value.trim())}
              error={isWrong}
              helperText={isWrong ? t("letters.hours.wrong") : undefined}
              slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 3 } }}
              sx={{ width: "14rem" }}
            />
            {may && (
              <Button
                variant="outlined"
                loading={pending}
                disabled={isWrong || Number(hours) === letter.hours}
                onClick={() => void save(isOn, "letters.switched")}
                sx={{ minHeight: 40 }}
              >
                {t("frame.action.save")}
              </Button>
            )}
          </Stack>
        )}
      </Stack>
    </SectionCard>
  );
}
