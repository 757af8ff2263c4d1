import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import { Box, Button, FormHelperText, Stack } from "@mui/material";
import { useState } from "react";
import { useText } from "../../i18n/index.ts";
import { fieldGrid } from "../../ui/page/layout.tsx";
import { fieldId, useErrorCount, useFieldError } from "../form/fieldErrors.tsx";
import { SwitchInput, TextInput } from "../form/fields.tsx";
import type { TicketDraft } from "../model/draft.ts";
import { isExtraRule } from "../model/prices.ts";
import { inputBinder } from "../model/steps.ts";
import { perPeopleTexts, sizeText } from "../ticket-size.ts";
import { useTicketTypeSizes } from "../useTicketNames.ts";

/** How many people and seats a ticket of an item stands for, and how many of it a party can buy. Collapsed, it is one line with the numbers that apply. */
export function TicketSizeFields({
  at,
  rule,
  change,
}: {
  at: string;
  rule: TicketDraft;
  change: (fields: Partial<TicketDraft>) => void;
}) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  // Errors are never collapsed.
  const open = useErrorCount(...parts.map((part) => `${at}/${part}`)) > 0 || isOpen;
  const wholeEventError = useFieldError(`${at}/wholeEvent`);
  const { code, wholeEvent } = rule;
  const usual = useTicketTypeSizes()(code.trim());
  const isExtra = isExtraRule(rule) && !wholeEvent;
  const size = [
    sizeText({ people: typedOr(rule.people, usual.people), seats: typedOr(rule.seats, usual.seats), wholeEvent }, t),
    ...perPeopleTexts({ peoplePerTicket: typedOr(rule.peoplePerTicket, 0) }, t),
  ].join(" · ");
  const field = inputBinder(at, rule, change);
  // A ticket takes as many seats as people until the operator types another number of seats.
  const follows = !wholeEvent && rule.seats === rule.people && usual.seats === usual.people;
  return (
    <Box sx={{ gridColumn: "1 / -1", minWidth: 0 }}>
      <Button
        size="small"
        aria-expanded={open}
        aria-label={t("products.ticket.sizeOf", { code, size })}
        onClick={() => setOpen(!open)}
        endIcon={<ExpandMoreIcon sx={{ transform: open ? "rotate(180deg)" : "none" }} />}
        sx={{ color: "text.secondary", ml: -0.5 }}
      >
        {size}
      </Button>
      {open && (
        <Stack sx={{ gap: 1, mt: 1, mb: 1.5 }}>
          <Box sx={fieldGrid("13rem", 1.5)}>
            <TextInput
              {...field("people")}
              onChange={(people) => change({ people, ...(follows && { seats: people }) })}
              label={t("field.people")}
              lead={t("products.ticket.peopleLead")}
              placeholder={`${usual.people}`}
              numeric="numeric"
              max={4}
            />
            <TextInput
              {...field("seats")}
              label={t("field.seats")}
              lead={t(wholeEvent ? "products.ticket.allSeats" : "products.ticket.seatsLead")}
              placeholder={wholeEvent ? "–" : `${usual.seats}`}
              disabled={wholeEvent}
              numeric="numeric"
              max={4}
            />
            <TextInput
              {...field("peoplePerTicket")}
              label={t("field.peoplePerTicket")}
              lead={t("products.ticket.peoplePerTicketLead")}
              placeholder="–"
              numeric="numeric"
              max={4}
            />
          </Box>
          <SwitchInput
            label={t("products.ticket.extraSwitch")}
            lead={t("products.ticket.extraLead")}
            checked={isExtra}
            onChange={(on) => change(on ? { people: "0", seats: "0", wholeEvent: false } : { people: "", seats: "" })}
          />
          <div>
            <SwitchInput
              label={t("products.ticket.wholeEvent")}
              lead={t("products.ticket.wholeEventLead")}
              checked={wholeEvent}
              // A ticket for the whole event takes all seats, so a number would say nothing, and it is bought once.
              onChange={(on) => change({ wholeEvent: on, ...(on && { seats: "", maxQuantity: "1", ...once(rule) }) })}
            />
            {wholeEventError && (
              <FormHelperText error id={fieldId(`${at}/wholeEvent`)} tabIndex={-1}>
                {wholeEventError}
              </FormHelperText>
            )}
          </div>
        </Stack>
      )}
    </Box>
  );
}

const once = ({ minQuantity, defaultQuantity }: TicketDraft): Partial<TicketDraft> => ({
  minQuantity: minQuantity === "0" ? "0" : "1",
  defaultQuantity: defaultQuantity === "0" ? "0" : "1",
});

const parts = ["people", "seats", "wholeEvent", "peoplePerTicket"] as const;

/** The typed number, or the usual one while nothing or no number is typed. */
const typedOr = (typed: string, usual: number): number => (/^\d+$/.test(typed.trim()) ? Number(typed) : usual);
