import type { Content, Product } from "../schemas.ts";

const examplePhoto = "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4-640x400";

/** The content of the example's product. */
export const exampleContent = ({ product, itemId }: { product: Product; itemId: string }): Content => ({
  id: product.id,
  name: product.name,
  summary: "Cante, baile y guitarra en un tablao pequeño del centro, con una bebida incluida.",
  description:
    "Una hora de flamenco **sin micrófonos**, a pocos metros del escenario.\n\n### La velada\n\n- Bienvenida y bebida\n- Espectáculo de 60 minutos\n\nMás sobre el local en [su página](https://www.example.com/tablao).",
  highlights: ["Artistas en vivo, sin amplificar", "Sala para 60 personas"],
  included: ["Espectáculo", "Una bebida"],
  notIncluded: ["Cena", "Transporte"],
  whatToBring: [],
  restrictions: ["No se permite grabar el espectáculo"],
  accessibility: ["Entrada sin escalones"],
  categories: ["show", "nightlife"],
  durationMinutes: 60,
  guideLanguages: [],
  cityCode: product.cityCode,
  location: product.location,
  timeZone: "Europe/Madrid",
  meetingPoints: [
    {
      externalId: "door",
      name: "Puerta del tablao",
      address: "Calle de Ejemplo, 3, 28012 Madrid",
      latitude: 40.4145,
      longitude: -3.7004,
      arriveMinutesBefore: 20,
      instructions: "Muestre el código en la entrada.",
    },
  ],
  pickups: {
    places: [
      {
        externalId: "hotel",
        name: "Hotel de Ejemplo",
        address: "Calle de Ejemplo, 9, 28012 Madrid",
        latitude: 40.4161,
        longitude: -3.7021,
        minutesBefore: 45,
      },
    ],
    areas: ["Centro"],
    ownText: false,
  },
  photos: [
    {
      id: examplePhoto,
      alt: "Una bailaora en el escenario",
      credit: null,
      focusX: 50,
      focusY: 30,
      width: 640,
      height: 400,
      sources: ["avif", "webp"].flatMap((format) =>
        [320, 640].map((width) => ({
          url: `/photos/${examplePhoto}/${width}.${format}`,
          type: `image/${format}`,
          width,
        })),
      ),
    },
  ],
  videoUrl: null,
  minimumAge: 5,
  groupSize: 60,
  taxRate: 10,
  contact: { person: null, phone: "+34 600 000 001", email: null },
  currencyCode: "EUR",
  cancelPurchaseHour: 24,
  refundTiers: [{ hours: 24, percent: 100 }],
  codePerPerson: false,
  items: [
    {
      id: itemId,
      name: "Espectáculo con una bebida",
      description: null,
      included: [],
      notIncluded: [],
      durationMinutes: null,
      guideLanguages: [],
      meetingPoints: [],
    },
  ],
  ticketTypes: [
    { code: "ADULT", name: "Adulto", ageFrom: 12, ageTo: null, isPerson: true, conditions: null },
    { code: "CHILD", name: "Niño", ageFrom: 5, ageTo: 11, isPerson: true, conditions: "Accompanied by an adult" },
  ],
  ownQuestions: [
    {
      code: "own-drink",
      scope: "traveller",
      kind: "choice",
      required: false,
      title: "¿Qué desea beber?",
      help: null,
      maxLength: 500,
      choices: [
        { code: "wine", text: "Vino" },
        { code: "soft", text: "Refresco" },
      ],
    },
  ],
  otherLanguages: [{ pointer: "/ticketTypes/1/conditions", lang: "en" }],
  updatedOn: "2026-03-01T08:12:30Z",
});
