import { SecondaryText } from "../ui/text.tsx";
import { useFormat } from "./format.tsx";

/** An amount in the store's currency, with the dollars below it. */
export function Amount({ amount, currencyCode, usd }: { amount: string; currencyCode: string; usd: string | number }) {
  const format = useFormat();
  return (
    <>
      {format.amount(amount, currencyCode)}
      {currencyCode !== "USD" && (
        <SecondaryText span sx={{ display: "block", fontWeight: 400 }}>
          {format.money(usd)}
        </SecondaryText>
      )}
    </>
  );
}
