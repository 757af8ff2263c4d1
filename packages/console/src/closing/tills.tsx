import { Stack, Typography } from "@mui/material";
import { useFormContext } from "react-hook-form";
import type { RequestBody } from "../api/types.ts";
import { useFormat } from "../format/format.tsx";
import { parseTypedAmount, priceProblem } from "../format/typed.ts";
import { useText } from "../i18n/index.ts";
import { TextField } from "../ui/form/TextField.tsx";
import { type Column, DataTable } from "../ui/page/DataTable.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { SecondaryText } from "../ui/text.tsx";
import type { CountedTill, DayClosing, TillSums } from "./closing.ts";

/** The cash of a day by person and currency, and its count when the day is closed. */

type Counts = Record<string, string>;
type TillCount = NonNullable<RequestBody<"closings.close">["tills"]>[number];

const fieldsOf = (n: number) => ({ float: `float${n}`, counted: `counted${n}` });

export const emptyCounts = (tills: readonly TillSums[]): Counts =>
  Object.fromEntries(tills.flatMap((_, n) => Object.values(fieldsOf(n)).map((field) => [field, ""])));

/** Returns the tills of which somebody typed the amounts. */
export const countsOf = (typed: Counts, tills: readonly TillSums[]): TillCount[] =>
  tills.flatMap(({ operator, currencyCode }, n) => {
    const { float, counted } = fieldsOf(n);
    const amountOf = (field: string) => parseTypedAmount(typed[field] ?? "", currencyCode);
    if ((typed[float] ?? "").trim() === "") return [];
    return [{ operator, currencyCode, float: amountOf(float), counted: amountOf(counted) }];
  });

/** Two amounts for each till: the float, and what was counted. */
export function TillFields({ tills }: { tills: readonly TillSums[] }) {
  const t = useText();
  const format = useFormat();
  const { getValues } = useFormContext<Counts>();
  if (tills.length === 0) return null;
  const problemOf = (currencyCode: string, other: string) => (typed: string) => {
    const isEmpty = typed.trim() === "";
    if (isEmpty !== ((getValues(other) ?? "").trim() === "")) return t("collect.till.both");
    return isEmpty ? undefined : priceProblem(typed, currencyCode, t, t("balance.amountWrong"));
  };
  return (
    <Stack sx={{ gap: 2 }}>
      <SecondaryText>{t("collect.till.countLead")}</SecondaryText>
      {tills.map(({ operator, currencyCode, received, paidBack }, n) => {
        const { float, counted } = fieldsOf(n);
        const names = { operator, currency: currencyCode };
        return (
          <Stack key={`${operator} ${currencyCode}`} sx={{ gap: 1 }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{operator}</Typography>
            <SecondaryText>
              {t("collect.till.received")}: {format.amount(received, currencyCode)} · {t("closing.paidBack")}:{" "}
              {format.amount(paidBack, currencyCode)}
            </SecondaryText>
            <Stack direction="row" sx={{ gap: 1 }}>
              <TextField
                source={float}
                label={t("collect.till.float")}
                validate={problemOf(currencyCode, counted)}
                inputMode="decimal"
                slotProps={{ htmlInput: { "aria-label": t("collect.till.floatOf", names) } }}
              />
              <TextField
                source={counted}
                label={t("collect.till.counted")}
                validate={problemOf(currencyCode, float)}
                inputMode="decimal"
                slotProps={{ htmlInput: { "aria-label": t("collect.till.countedOf", names) } }}
              />
            </Stack>
          </Stack>
        );
      })}
    </Stack>
  );
}

/** The cash of each person. A closed day has what was counted. */
export function TillTable({ money: { sums, closing } }: { money: DayClosing }) {
  const t = useText();
  const format = useFormat();
  const counted: readonly CountedTill[] = closing?.tills ?? [];
  const isSame = (one: TillSums) => (other: TillSums) =>
    one.operator === other.operator && one.currencyCode === other.currencyCode;
  const countOf = (till: TillSums) => counted.find(isSame(till));
  const withCash: readonly TillSums[] = (closing?.sums ?? sums).tills ?? [];
  const taken = [...withCash, ...counted.filter((one) => !withCash.some(isSame(one)))];
  const figure = (name: string, amount: (till: TillSums) => string | undefined): Column<TillSums> => ({
    name,
    figure: true,
    value: (till) => {
      const value = amount(till);
      return value === undefined ? "–" : format.amount(value, till.currencyCode);
    },
  });
  const differenceText = (till: TillSums) => {
    const difference = countOf(till)?.difference;
    if (difference === undefined) return "–";
    const of = { amount: format.amount(difference.replace("-", ""), till.currencyCode) };
    if (Number(difference) === 0) return t("collect.till.fits");
    return <b>{t(Number(difference) < 0 ? "collect.till.short" : "collect.till.over", of)}</b>;
  };
  const columns: Column<TillSums>[] = [
    { name: t("audit.operator"), value: ({ operator }) => operator },
    figure(t("collect.till.received"), ({ received }) => received),
    figure(t("closing.paidBack"), ({ paidBack }) => paidBack),
    ...(counted.length > 0
      ? [
          figure(t("collect.till.float"), (till) => countOf(till)?.float),
          figure(t("collect.till.expected"), (till) => countOf(till)?.expected),
          figure(t("collect.till.counted"), (till) => countOf(till)?.counted),
          { name: t("collect.till.difference"), figure: true, value: differenceText } satisfies Column<TillSums>,
        ]
      : []),
  ];
  return (
    <SectionCard title={t("collect.till.title")} gap={1}>
      <SecondaryText className="on-screen">
        {t(closing && counted.length === 0 ? "collect.till.notCounted" : "collect.till.lead")}
      </SecondaryText>
      {taken.length === 0 ? (
        <Typography sx={{ color: "text.secondary" }}>{t("collect.till.none")}</Typography>
      ) : (
        <DataTable
          label={t("collect.till.title")}
          height="none"
          stacked
          columns={columns}
          rows={taken}
          keyOf={({ operator, currencyCode }) => `${operator} ${currencyCode}`}
        />
      )}
    </SectionCard>
  );
}
