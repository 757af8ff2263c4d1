import type { CatalogueCurrency } from "../src/store/catalogue/catalogue-file.ts";

interface CurrencySeed extends CatalogueCurrency {
  /** Decimals an amount is written with. */
  digits: number;
  /** Prices moved by a season are rounded to this, so that they look like prices. */
  step: number;
}

/** Rates are a little under the market's units for one US dollar: that difference is the operator's markup. */
const seeds: readonly CurrencySeed[] = [
  { code: "USD", name: "US Dollar", displaySymbol: "US$", rate: "1", digits: 2, step: 1 },
  { code: "EUR", name: "Euro", displaySymbol: "€", rate: "0.8345", digits: 2, step: 0.5 },
  { code: "GBP", name: "Pound Sterling", displaySymbol: "£", rate: "0.7262", digits: 2, step: 0.5 },
  { code: "MXN", name: "Mexican Peso", displaySymbol: "MX$", rate: "17.184", digits: 2, step: 10 },
  { code: "BRL", name: "Brazilian Real", displaySymbol: "R$", rate: "5.2065", digits: 2, step: 1 },
  { code: "ARS", name: "Argentine Peso", displaySymbol: "AR$", rate: "1412.5", digits: 2, step: 500 },
  { code: "COP", name: "Colombian Peso", displaySymbol: "COL$", rate: "3631.25", digits: 2, step: 1000 },
  { code: "PEN", name: "Peruvian Sol", displaySymbol: "S/", rate: "3.2944", digits: 2, step: 1 },
  { code: "CLP", name: "Chilean Peso", displaySymbol: "CLP$", rate: "868.4", digits: 0, step: 500 },
  { code: "PYG", name: "Paraguayan Guarani", displaySymbol: "₲", rate: "6488", digits: 0, step: 5000 },
  { code: "UYU", name: "Uruguayan Peso", displaySymbol: "UYU$", rate: "38.62", digits: 2, step: 10, active: false },
];

export const currencies: readonly CatalogueCurrency[] = seeds.map(
  ({ digits: _digits, step: _step, ...record }) => record,
);

/**
 * A price as the catalogue's decimal string. `percent` of 100 leaves it as it is; another moves it and rounds it to
 * the currency's step, which is a whole or a half and so exact in binary.
 */
export function amount(currencyCode: string, price: number, percent = 100): string {
  const currency = seeds.find(({ code }) => code === currencyCode);
  if (currency === undefined) throw new Error(`The demo has no currency ${currencyCode}`);
  const moved = percent === 100 ? price : Math.round((price * percent) / 100 / currency.step) * currency.step;
  return moved.toFixed(currency.digits);
}
