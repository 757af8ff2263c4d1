import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { show, variant } from "./catalogue.ts";

/** The show with everything that a traveller can read of it. */
export const listed: CatalogueProduct = variant(
  show,
  {
    names: { en: "Flamenco night" },
    durationMinutes: 75,
    summary: { es: "Cante y baile en el centro.", en: "Song & dance <in the centre>." },
    description: { es: "Una **noche** de flamenco.\n\n### Después\n\n- Copa\n- [Web](https://www.example.com)" },
    highlights: [{ es: "Sin amplificar", pt: "Sem amplificação" }, { en: "Front rows" }],
    included: [{ es: "Bebida" }],
    notIncluded: [{ es: "Cena" }],
    whatToBring: [{ es: "Documento" }],
    restrictions: [{ es: "Sin cámaras" }],
    accessibility: [{ es: "Sin escalones" }],
    categories: ["show", "nightlife"],
    guideLanguages: ["es", "pt-BR"],
    meetingPoints: [
      {
        externalId: "door",
        name: { es: "Puerta", pt: "Porta", en: "Door" },
        address: "Calle Mayor 1",
        latitude: 40.41,
        longitude: -3.7,
        arriveMinutesBefore: 15,
        instructions: { pt: "Mostre o código." },
      },
      { externalId: "square", name: { es: "Plaza" } },
    ],
    pickups: {
      places: [{ externalId: "hotel", name: "Hotel Ejemplo", address: "Calle Menor 2", minutesBefore: 40 }],
      areas: [{ es: "Centro" }],
      ownText: true,
    },
    videoUrl: "https://video.example.com/1",
    minimumAge: 6,
    groupSize: 40,
    taxRate: "10.5",
    contact: { person: "Taquilla", phone: "+34 600 000 000", email: "day@example.com" },
    refundTiers: [
      { hours: 72, percent: 100 },
      { hours: 24, percent: 50 },
    ],
    codePerPerson: true,
  },
  {
    names: { pt: "Poltrona" },
    description: { es: "Con _vista_." },
    included: [{ es: "Butaca" }],
    notIncluded: [{ es: "Copa" }],
    durationMinutes: 60,
    guideLanguages: ["es"],
    meetingPoints: [{ externalId: "stairs", name: { es: "Escalera" } }],
  },
);
