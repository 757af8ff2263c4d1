import { paymentKinds } from "../api/generated/payment-kinds.ts";
import { useLocale } from "../i18n/index.ts";
import type { PaymentKind } from "./kind.ts";

/** Returns a kind by its name, or undefined for a kind that the service added after the page was loaded. */
export const paymentKindNamed = (name: string): PaymentKind | undefined =>
  paymentKinds.find(({ kind }) => kind === name);

/** Gives the name of a kind in the operator's language. */
export function useKindLabel(): (kind: string) => string {
  const lang = useLocale();
  return (kind) => paymentKindNamed(kind)?.label[lang] ?? kind;
}
