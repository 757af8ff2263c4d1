const map = "https://www.openstreetmap.org";

interface Place {
  latitude: number | null;
  longitude: number | null;
  address: string | null;
}

/** Returns a map link to the coordinates, or else a search for the address; null without either. */
export function mapLink({ latitude, longitude, venue, address }: Place & { venue: string }): string | null {
  if (latitude !== null && longitude !== null) {
    const [north, east] = [degrees(latitude), degrees(longitude)];
    return `${map}/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`;
  }
  const words = [venue, address ?? ""].map((text) => text.trim()).filter((text) => text !== "");
  return words.length > 0 ? `${map}/search?query=${encodeURIComponent(words.join(", ").toWellFormed())}` : null;
}

/** Returns a map link of a meeting point or a pickup. The name of the point is no address, so the link does not contain it. */
export const pointLink = (point: Place): string | null => mapLink({ ...point, venue: "" });

/** Accurate to a tenth of a metre. A small number must not be written as 1e-7. */
const degrees = (value: number): string => String(Number(value.toFixed(6)));
