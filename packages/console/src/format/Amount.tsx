import { SecondaryText } from "../ui/text.tsx";
import { useFormat } from "./format.tsx";

/**
 * An amount in the store's currency, with another amount below it: the sum of the printed prices (`printed`), if they are in another
 * currency, or else the dollars.
 */
export function Amount({
  amount,
  currencyCode,
  usd,
  printed,
}: {
  amount: string;
  currencyCode: string;
  usd: string | number;
  printed?: { amount: string; currencyCode: string } | null;
}) {
  const format = useFormat();
  const isPrinted = printed && printed.currencyCode !== currencyCode;
  return (
    <>
      {format.amount(amount, currencyCode)}
      {(isPrinted || currencyCode !== "USD") && (
        <SecondaryText span sx={{ display: "block", fontWeight: 400 }}>
          {isPrinted ? format.amount(printed.amount, printed.currencyCode) : format.money(usd)}
        </SecondaryText>
      )}
    </>
  );
}
