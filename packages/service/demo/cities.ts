import type { Language } from "@paseo/contract";
import type { SeasonCode } from "./seasons.ts";

/** `name` and `in`: the city's name, and how a page title says "in the city". */
export interface City extends Record<Language, { name: string; in: string }> {
  code: string;
  timeZone: string;
  currencyCode: string;
  season: SeasonCode;
}

const spain = { timeZone: "Europe/Madrid", currencyCode: "EUR" };
const portugal = { timeZone: "Europe/Lisbon", currencyCode: "EUR", season: "summer" } as const;
const colombia = { timeZone: "America/Bogota", currencyCode: "COP" };
const peru = { timeZone: "America/Lima", currencyCode: "PEN", season: "dry" } as const;
const brazil = { timeZone: "America/Sao_Paulo", currencyCode: "BRL", season: "southern" } as const;
const florida = { timeZone: "America/New_York", currencyCode: "USD", season: "sun" } as const;

export const cities: readonly City[] = [
  { code: "MAD", ...spain, season: "summer", ...named("Madrid", "en Madrid", "Madri", "em Madri") },
  { code: "BCN", ...spain, season: "summer", ...named("Barcelona", "en Barcelona", "Barcelona", "em Barcelona") },
  { code: "SVQ", ...spain, season: "spring", ...named("Sevilla", "en Sevilla", "Sevilha", "em Sevilha", "Seville") },
  { code: "LIS", ...portugal, ...named("Lisboa", "en Lisboa", "Lisboa", "em Lisboa", "Lisbon") },
  { code: "OPO", ...portugal, ...named("Oporto", "en Oporto", "Porto", "no Porto", "Porto") },
  {
    code: "MEX",
    timeZone: "America/Mexico_City",
    currencyCode: "MXN",
    season: "summer",
    ...named("Ciudad de México", "en Ciudad de México", "Cidade do México", "na Cidade do México", "Mexico City"),
  },
  {
    code: "CUN",
    timeZone: "America/Cancun",
    currencyCode: "MXN",
    season: "sun",
    ...named("Cancún", "en Cancún", "Cancún", "em Cancún"),
  },
  { code: "BOG", ...colombia, season: "southern", ...named("Bogotá", "en Bogotá", "Bogotá", "em Bogotá") },
  { code: "CTG", ...colombia, season: "sun", ...named("Cartagena", "en Cartagena", "Cartagena", "em Cartagena") },
  { code: "LIM", ...peru, ...named("Lima", "en Lima", "Lima", "em Lima") },
  { code: "CUZ", ...peru, ...named("Cusco", "en Cusco", "Cusco", "em Cusco") },
  {
    code: "BUE",
    timeZone: "America/Argentina/Buenos_Aires",
    currencyCode: "ARS",
    season: "southern",
    ...named("Buenos Aires", "en Buenos Aires", "Buenos Aires", "em Buenos Aires"),
  },
  {
    code: "SCL",
    timeZone: "America/Santiago",
    currencyCode: "CLP",
    season: "southern",
    ...named("Santiago de Chile", "en Santiago", "Santiago do Chile", "em Santiago", "Santiago"),
  },
  {
    code: "ASU",
    timeZone: "America/Asuncion",
    currencyCode: "PYG",
    season: "southern",
    ...named("Asunción", "en Asunción", "Assunção", "em Assunção"),
  },
  {
    code: "RIO",
    ...brazil,
    ...named("Río de Janeiro", "en Río de Janeiro", "Rio de Janeiro", "no Rio de Janeiro", "Rio de Janeiro"),
  },
  { code: "SAO", ...brazil, ...named("São Paulo", "en São Paulo", "São Paulo", "em São Paulo") },
  {
    code: "SSA",
    ...brazil,
    timeZone: "America/Bahia",
    ...named("Salvador de Bahía", "en Salvador de Bahía", "Salvador", "em Salvador", "Salvador"),
  },
  {
    code: "NYC",
    timeZone: "America/New_York",
    currencyCode: "USD",
    season: "summer",
    ...named("Nueva York", "en Nueva York", "Nova York", "em Nova York", "New York"),
  },
  { code: "MIA", ...florida, ...named("Miami", "en Miami", "Miami", "em Miami") },
  { code: "ORL", ...florida, ...named("Orlando", "en Orlando", "Orlando", "em Orlando") },
  {
    code: "LAS",
    timeZone: "America/Los_Angeles",
    currencyCode: "USD",
    season: "spring",
    ...named("Las Vegas", "en Las Vegas", "Las Vegas", "em Las Vegas"),
  },
];

/** The city with this code; throws when the demo has none. */
export function cityOf(cityCode: string): City {
  const city = cities.find(({ code }) => code === cityCode);
  if (city === undefined) throw new Error(`The demo has no city ${cityCode}`);
  return city;
}

function named(es: string, inEs: string, pt: string, inPt: string, en = es): Pick<City, Language> {
  return { es: { name: es, in: inEs }, pt: { name: pt, in: inPt }, en: { name: en, in: `in ${en}` } };
}
