import AddIcon from "@mui/icons-material/Add";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import { Box, Button, IconButton, Stack, Typography } from "@mui/material";
import { useText } from "../../i18n/index.ts";
import { SecondaryText } from "../../ui/text.tsx";
import { fieldId, useFieldError } from "../form/fieldErrors.tsx";
import { TextInput } from "../form/fields.tsx";
import type { ItemDraft, TicketDraft } from "../model/draft.ts";
import { newExtra, nextTicket } from "../model/proposals.ts";
import { inputBinder, type ProductChange, removeAt, replaceAt } from "../model/steps.ts";
import { TicketSizeFields } from "./TicketSizeFields.tsx";

const quantities = ["minQuantity", "maxQuantity", "defaultQuantity", "incrementQuantity"] as const;
const columns = {
  xs: "minmax(0, 1fr) minmax(0, 1fr) 2.5rem",
  sm: "minmax(0, 1.4fr) repeat(4, minmax(0, 1fr)) 2.5rem",
};

/** The tickets of an item with their quantities per order. */
export function ItemTickets({ at, item, change }: { at: string; item: ItemDraft; change: ProductChange<ItemDraft> }) {
  const t = useText();
  const error = useFieldError(`${at}/ticketRules`);
  const { ticketRules } = item;
  const field = (ticket: TicketDraft, n: number) =>
    inputBinder(`${at}/ticketRules/${n}`, ticket, (fields) =>
      change((now) => ({ ...now, ticketRules: replaceAt(now.ticketRules, n, (rule) => ({ ...rule, ...fields })) })),
    );
  const add = (makeTicket: (rules: readonly TicketDraft[]) => TicketDraft) =>
    change((now) => ({ ...now, ticketRules: [...now.ticketRules, makeTicket(now.ticketRules)] }));
  return (
    <Stack id={fieldId(`${at}/ticketRules`)} tabIndex={-1} sx={{ gap: 1, outline: "none !important" }}>
      <SecondaryText>
        {t("products.ticket.lead")} {t("products.ticket.minLead")}
      </SecondaryText>
      <Box
        aria-hidden
        sx={{ display: { xs: "none", sm: "grid" }, gap: 1, gridTemplateColumns: columns, color: "text.secondary" }}
      >
        {(["code", ...quantities] as const).map((name) => (
          <Typography key={name} variant="overline">
            {t(`products.ticket.${name}`)}
          </Typography>
        ))}
      </Box>
      {ticketRules.map((rule, n) => (
        <Box
          key={rule.key}
          role="group"
          aria-label={rule.code || t("products.ticket.codeOf", { n: n + 1 })}
          sx={{
            display: "grid",
            gap: 1,
            gridTemplateColumns: columns,
            alignItems: "start",
            pb: { xs: 1.5, sm: 0 },
            borderBottom: { xs: 1, sm: 0 },
            borderColor: { xs: "divider", sm: "transparent" },
          }}
        >
          <Box sx={{ gridColumn: { xs: "span 2", sm: "auto" } }}>
            <TextInput
              {...field(rule, n)("code")}
              required
              label=""
              ariaLabel={t("products.ticket.codeOf", { n: n + 1 })}
              max={64}
            />
          </Box>
          {quantities.map((name, m) => (
            <Box key={name} sx={{ gridColumn: { xs: (m % 2) + 1, sm: "auto" } }}>
              <Typography variant="overline" aria-hidden sx={{ display: { sm: "none" }, color: "text.secondary" }}>
                {t(`products.ticket.${name}`)}
              </Typography>
              <TextInput
                {...field(rule, n)(name)}
                required
                label=""
                ariaLabel={t("products.ticket.of", { field: t(`products.ticket.${name}`), code: rule.code })}
                numeric="numeric"
                max={4}
              />
            </Box>
          ))}
          <IconButton
            aria-label={t("products.ticket.remove", { code: rule.code })}
            onClick={() => change((now) => ({ ...now, ticketRules: removeAt(now.ticketRules, n) }))}
            sx={{ justifySelf: "end", gridArea: { xs: "1 / 3", sm: "auto" } }}
          >
            <DeleteOutlineIcon fontSize="small" />
          </IconButton>
          <TicketSizeFields
            at={`${at}/ticketRules/${n}`}
            rule={rule}
            change={(fields) =>
              change((now) => ({
                ...now,
                ticketRules: replaceAt(now.ticketRules, n, (one) => ({ ...one, ...fields })),
              }))
            }
          />
        </Box>
      ))}
      {error && (
        <Typography variant="body2" color="error">
          {error}
        </Typography>
      )}
      <Stack direction="row" sx={{ columnGap: 1, flexWrap: "wrap" }}>
        <Button size="small" startIcon={<AddIcon />} onClick={() => add(nextTicket)}>
          {t("products.ticket.add")}
        </Button>
        <Button size="small" startIcon={<AddIcon />} onClick={() => add(newExtra)}>
          {t("products.ticket.addExtra")}
        </Button>
      </Stack>
    </Stack>
  );
}
