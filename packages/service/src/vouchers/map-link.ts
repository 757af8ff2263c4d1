import type { VoucherContent } from "./content.ts";

const map = "https://www.openstreetmap.org";

/** A map link to the location: its coordinates, else a search for its address; null without either. */
export function mapLink({ latitude, longitude, venue, address }: VoucherContent): string | null {
  if (latitude !== null && longitude !== null) {
    const [north, east] = [degrees(latitude), degrees(longitude)];
    return `${map}/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`;
  }
  const words = [venue, address].map((text) => text.trim()).filter((text) => text !== "");
  return words.length > 0 ? `${map}/search?query=${encodeURIComponent(words.join(", ").toWellFormed())}` : null;
}

/** A tenth of a metre is near enough, and a small number must not become 1e-7. */
const degrees = (value: number): string => String(Number(value.toFixed(6)));
