import type { Language } from "@paseo/contract";

export interface Category extends Record<Language, string> {
  key: string;
}

export const categories: readonly Category[] = [
  { key: "shows", es: "Espectáculos y musicales", pt: "Espetáculos e musicais", en: "Shows and musicals" },
  { key: "music", es: "Música y baile", pt: "Música e dança", en: "Music and dance" },
  { key: "walking", es: "Visitas a pie", pt: "Passeios a pé", en: "Walking tours" },
  { key: "museums", es: "Museos y miradores", pt: "Museus e mirantes", en: "Museums and viewpoints" },
  {
    key: "parks",
    es: "Parques temáticos y naturales",
    pt: "Parques temáticos e naturais",
    en: "Theme and nature parks",
  },
  { key: "boats", es: "Paseos en barco", pt: "Passeios de barco", en: "Boat trips" },
  { key: "trips", es: "Excursiones de un día", pt: "Excursões de um dia", en: "Day trips" },
  { key: "adventure", es: "Aventura y naturaleza", pt: "Aventura e natureza", en: "Adventure and nature" },
  { key: "food", es: "Gastronomía y vino", pt: "Gastronomia e vinho", en: "Food and wine" },
  { key: "transfers", es: "Traslados y aeropuertos", pt: "Traslados e aeroportos", en: "Transfers and airports" },
  { key: "flights", es: "Vuelos panorámicos", pt: "Voos panorâmicos", en: "Scenic flights" },
  { key: "passes", es: "Pases turísticos", pt: "Passes turísticos", en: "City passes" },
];
