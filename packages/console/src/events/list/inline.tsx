import { ButtonBase, InputBase } from "@mui/material";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFormat } from "../../format/format.tsx";
import { parseTypedAmount, priceProblem } from "../../format/typed.ts";
import { useText } from "../../i18n/index.ts";
import { useTicketNames } from "../../products/useTicketNames.ts";
import { useNotify } from "../../ui/notices.tsx";
import type { EventLine } from "../event.ts";
import { EventPrices, useEventName } from "../parts.tsx";
import type { InlineChange } from "./useInlineChange.tsx";

/** The capacity and the prices of an event in the list, changed in place. */

interface InlineProps {
  line: EventLine;
  /** Saves a change; undefined if the operator may not change events. */
  inline: InlineChange | undefined;
}

export function CapacityInline({ line, inline }: InlineProps) {
  const t = useText();
  const { count } = useFormat();
  const notify = useNotify();
  const nameOf = useEventName();
  const shownOf = (seats: number | null) => (seats === null ? t("day.unlimited") : count(seats));
  const { capacity } = line;
  if (!inline) return shownOf(capacity);
  const save = (typed: string) => {
    if (!/^\d{0,7}$/.test(typed) || Number(typed) > 1_000_000) {
      notify(t("lists.inline.seatsWrong"), { type: "error" });
      return false;
    }
    const to = typed === "" ? null : Number(typed);
    if (to !== capacity) {
      const done = t("lists.inline.seatsDone", { former: shownOf(capacity), value: shownOf(to) });
      void inline(line, { capacity: { to } }, done);
    }
    return true;
  };
  return (
    <InPlace
      label={t("lists.inline.seats", { name: nameOf(line) })}
      value={capacity === null ? "" : String(capacity)}
      shown={shownOf(capacity)}
      onSave={save}
    />
  );
}

export function PricesInline({ line, inline }: InlineProps) {
  const t = useText();
  const { decimal, typed: inputText } = useFormat();
  const notify = useNotify();
  const nameOf = useEventName();
  const ticketName = useTicketNames();
  if (!inline) return <EventPrices line={line} />;
  const save =
    ({ code, amount: former, steps }: EventLine["prices"][number]) =>
    (typed: string) => {
      const to = parseTypedAmount(typed, line.currencyCode);
      const wrong = priceProblem(typed, line.currencyCode, t, t("day.priceChange.wrong"));
      if (wrong) {
        notify(`${ticketName(code)}: ${wrong}`, { type: "error" });
        return false;
      }
      if (to !== former) {
        const ticket = ticketName(code);
        const moved = t("lists.inline.priceDone", { ticket, former: decimal(former), value: decimal(to) });
        const done = steps ? `${moved} ${t("lists.inline.stepsDone")}` : moved;
        void inline(line, { prices: [{ code, to }] }, done);
      }
      return true;
    };
  return (
    <EventPrices
      line={line}
      show={(price, text) => (
        <InPlace
          label={t("lists.inline.price", { ticket: ticketName(price.code), name: nameOf(line) })}
          value={inputText(price.amount)}
          shown={text}
          onSave={save(price)}
        />
      )}
    />
  );
}

/** A value that becomes a field: Enter saves it, Escape closes the field. */
function InPlace({
  label,
  value,
  shown,
  onSave,
}: {
  label: string;
  value: string;
  shown: string;
  /** Returns whether the text is a valid value. */
  onSave: (typed: string) => boolean;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const returns = useRef(false);
  useEffect(() => {
    if (typed === null && returns.current) button.current?.focus();
    returns.current = false;
  }, [typed]);
  const leave = () => {
    returns.current = true;
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      // The button that gets the focus must not be pressed by the same key.
      event.preventDefault();
      if (typed !== null && onSave(typed.trim())) leave();
    }
    if (event.key === "Escape") leave();
  };
  // A click on the field must not open the row's page.
  if (typed === null)
    return (
      <ButtonBase
        ref={button}
        aria-label={`${label}, ${shown}`}
        title={label}
        onClick={(event) => {
          event.stopPropagation();
          setTyped(value);
        }}
        sx={{
          font: "inherit",
          color: "inherit",
          px: 0.5,
          mx: -0.5,
          borderRadius: 1,
          borderBottom: "1px dotted",
          "&:hover": { bgcolor: "action.hover" },
        }}
      >
        {shown}
      </ButtonBase>
    );
  return (
    <InputBase
      autoFocus
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onFocus={({ target }) => target.select()}
      onBlur={() => typed === value && setTyped(null)}
      slotProps={{ input: { "aria-label": label, inputMode: "decimal", maxLength: 14 } }}
      sx={{
        font: "inherit",
        width: 84,
        px: 0.5,
        border: 1,
        borderColor: "primary.main",
        borderRadius: 1,
        bgcolor: "background.paper",
        "& input": { p: 0, height: "1.4em" },
      }}
    />
  );
}
