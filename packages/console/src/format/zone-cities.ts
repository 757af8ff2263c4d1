import type { Language } from "../i18n/index.ts";

/**
 * Cities of time zones whose name in a language differs from the zone's own, as CLDR names them: in English, Spanish and Portuguese. `Intl` names countries
 * and regions of zones, but not their cities.
 */
const cities: Readonly<Record<string, readonly [string, string, string]>> = {
  Athens: ["Athens", "Atenas", "Atenas"],
  Azores: ["Azores", "Azores", "Açores"],
  Bahia: ["Bahia", "Bahía", "Bahia"],
  Bangkok: ["Bangkok", "Bangkok", "Bangcoc"],
  Belem: ["Belém", "Belém", "Belém"],
  Belgrade: ["Belgrade", "Belgrado", "Belgrado"],
  Berlin: ["Berlin", "Berlín", "Berlim"],
  Bogota: ["Bogotá", "Bogotá", "Bogotá"],
  Brussels: ["Brussels", "Bruselas", "Bruxelas"],
  Bucharest: ["Bucharest", "Bucarest", "Bucareste"],
  Budapest: ["Budapest", "Budapest", "Budapeste"],
  Cairo: ["Cairo", "El Cairo", "Cairo"],
  Canary: ["Canary Islands", "Islas Canarias", "Ilhas Canárias"],
  Cancun: ["Cancún", "Cancún", "Cancún"],
  Cape_Verde: ["Cape Verde", "Cabo Verde", "Cabo Verde"],
  Copenhagen: ["Copenhagen", "Copenhague", "Copenhague"],
  Cuiaba: ["Cuiabá", "Cuiabá", "Cuiabá"],
  Dublin: ["Dublin", "Dublín", "Dublin"],
  Easter: ["Easter Island", "Isla de Pascua", "Ilha de Páscoa"],
  Havana: ["Havana", "La Habana", "Havana"],
  Helsinki: ["Helsinki", "Helsinki", "Helsinque"],
  Istanbul: ["Istanbul", "Estambul", "Istambul"],
  Jerusalem: ["Jerusalem", "Jerusalén", "Jerusalém"],
  Lisbon: ["Lisbon", "Lisboa", "Lisboa"],
  London: ["London", "Londres", "Londres"],
  Luxembourg: ["Luxembourg", "Luxemburgo", "Luxemburgo"],
  Madrid: ["Madrid", "Madrid", "Madri"],
  Mexico_City: ["Mexico City", "Ciudad de México", "Cidade do México"],
  Moscow: ["Moscow", "Moscú", "Moscou"],
  New_York: ["New York", "Nueva York", "Nova York"],
  Nicosia: ["Nicosia", "Nicosia", "Nicósia"],
  Noronha: ["Noronha", "Noronha", "Fernando de Noronha"],
  Panama: ["Panama", "Panamá", "Panamá"],
  Paris: ["Paris", "París", "Paris"],
  Prague: ["Prague", "Praga", "Praga"],
  Puerto_Rico: ["Puerto Rico", "Puerto Rico", "Porto Rico"],
  Reykjavik: ["Reykjavik", "Reikiavik", "Reykjavik"],
  Rome: ["Rome", "Roma", "Roma"],
  Sao_Paulo: ["São Paulo", "São Paulo", "São Paulo"],
  Singapore: ["Singapore", "Singapur", "Singapura"],
  Sofia: ["Sofia", "Sofía", "Sófia"],
  Stockholm: ["Stockholm", "Estocolmo", "Estocolmo"],
  Sydney: ["Sydney", "Sídney", "Sydney"],
  Tokyo: ["Tokyo", "Tokio", "Tóquio"],
  Vienna: ["Vienna", "Viena", "Viena"],
  Warsaw: ["Warsaw", "Varsovia", "Varsóvia"],
  Zurich: ["Zurich", "Zúrich", "Zurique"],
};

const languages: readonly Language[] = ["en", "es", "pt"];

/** Returns the city of a time zone in a language: `America/New_York` is `Nueva York`. */
export function zoneCity(zone: string, language: Language): string {
  const city = zone.split("/").at(-1)!;
  return cities[city]?.[languages.indexOf(language)] ?? city.replaceAll("_", " ");
}
