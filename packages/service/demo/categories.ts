export interface Category {
  key: string;
  es: string;
  pt: string;
}

export const categories: readonly Category[] = [
  { key: "shows", es: "Espectáculos y musicales", pt: "Espetáculos e musicais" },
  { key: "music", es: "Música y baile", pt: "Música e dança" },
  { key: "walking", es: "Visitas a pie", pt: "Passeios a pé" },
  { key: "museums", es: "Museos y miradores", pt: "Museus e mirantes" },
  { key: "parks", es: "Parques temáticos y naturales", pt: "Parques temáticos e naturais" },
  { key: "boats", es: "Paseos en barco", pt: "Passeios de barco" },
  { key: "trips", es: "Excursiones de un día", pt: "Excursões de um dia" },
  { key: "adventure", es: "Aventura y naturaleza", pt: "Aventura e natureza" },
  { key: "food", es: "Gastronomía y vino", pt: "Gastronomia e vinho" },
  { key: "transfers", es: "Traslados y aeropuertos", pt: "Traslados e aeroportos" },
  { key: "flights", es: "Vuelos panorámicos", pt: "Voos panorâmicos" },
  { key: "passes", es: "Pases turísticos", pt: "Passes turísticos" },
];
