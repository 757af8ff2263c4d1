import { days, everyDay, shows, unlimited } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import { adult, booked, child, infant, odd, pairs, requested, required, senior, student } from "./tickets.ts";

const santiago: CityProducts = {
  cityCode: "SCL",
  products: [
    {
      key: "scl-centro-lastarria",
      type: "scheduled",
      name: "De La Moneda a Lastarria",
      category: "walking",
      place: ["Plaza de la Constitución", "Plaza de la Constitución, 8340518 Santiago", -33.4416, -70.6537],
      booking: booked(0, 2),
      page: { es: "Santiago a pie: La Moneda y Lastarria", pt: "Santiago a pé: La Moneda e Lastarria" },
      items: [
        {
          name: "En español",
          tickets: [adult(15000), student(11000), child(7000)],
          plan: shows([2, 4, 6, 7], ["10:00"], 25),
        },
        { name: "Em português", tickets: [adult(17000), student(13000)], plan: shows([6], ["15:00"], 20) },
      ],
    },
    {
      key: "scl-valparaiso",
      type: "scheduled",
      name: "Valparaíso y Viña del Mar",
      category: "trips",
      place: ["Recogida en Providencia y Centro", "Avenida Providencia, 7500000 Santiago", null, null],
      booking: booked(1, 24),
      asks: ["hotel"],
      page: { es: "Valparaíso y Viña del Mar", pt: "Valparaíso e Viña del Mar" },
      items: [
        {
          name: "Día completo",
          tickets: [adult(52000, required), child(36000), infant(4000)],
          plan: shows([1, 3, 5, 6], ["08:00"], 28, { seasonal: true }),
        },
      ],
    },
    {
      key: "scl-vina-maipo",
      type: "scheduled",
      name: "Viña Quebrada Honda: cata y bicicleta",
      category: "food",
      place: ["Viña Quebrada Honda", "Camino a Pirque, 9480000 Pirque", -33.6357, -70.5726],
      booking: requested(2, 48),
      page: { es: "Viñas del Maipo en bicicleta", pt: "Vinícolas do Maipo de bicicleta" },
      items: [
        { name: "Cata clásica", tickets: [adult(32000)], plan: shows([4, 6], ["11:00"], 18) },
        { name: "Cata y bicicleta", tickets: [adult(48000, odd)], plan: shows([6], ["09:30"], 9) },
      ],
    },
    {
      key: "scl-andes-helicoptero",
      type: "scheduled",
      name: "Los Andes en helicóptero",
      category: "flights",
      place: ["Aeródromo de Vitacura", "Avenida Santa María, 7660000 Vitacura", -33.3797, -70.5827],
      booking: requested(4, 96),
      asks: ["names", "weights"],
      page: { es: "Los Andes en helicóptero", pt: "Os Andes de helicóptero" },
      items: [
        {
          name: "Media hora sobre los glaciares",
          tickets: [adult(265000, pairs)],
          plan: shows([6, 7], ["10:00", "12:00"], 8, { seasonal: true }),
        },
      ],
    },
    {
      key: "scl-teleferico",
      type: "timeless",
      name: "Pase del mirador y teleférico del cerro",
      category: "passes",
      place: ["Estación Oasis Alto", "Avenida El Cerro, 7520000 Providencia", -33.4199, -70.6146],
      booking: booked(0, 0),
      page: { es: "Teleférico y mirador", pt: "Teleférico e mirante" },
      items: [
        { name: "Ida y vuelta", tickets: [adult(9000), senior(6000), child(6000)], plan: days(everyDay, unlimited) },
      ],
    },
  ],
};

const asuncion: CityProducts = {
  cityCode: "ASU",
  products: [
    {
      key: "asu-centro-historico",
      type: "scheduled",
      name: "Asunción histórica y Loma San Jerónimo",
      category: "walking",
      place: ["Plaza de la Democracia", "Calle Oliva y Chile, 1001 Asunción", -25.2827, -57.6351],
      booking: booked(0, 2),
      page: { es: "Asunción histórica", pt: "Assunção histórica" },
      items: [{ name: "En español", tickets: [adult(110000), child(55000)], plan: shows([3, 5, 6], ["09:00"], 20) }],
    },
    {
      key: "asu-rio-paraguay",
      type: "scheduled",
      name: "Atardecer en barco por el río Paraguay",
      category: "boats",
      place: ["Muelle de la Costanera", "Avenida Costanera José Asunción Flores, 1001 Asunción", -25.2766, -57.634],
      booking: booked(1, 24),
      page: { es: "Barco por el río Paraguay", pt: "Barco pelo rio Paraguai" },
      items: [
        {
          name: "Dos horas con arpa en vivo",
          tickets: [adult(195000), child(95000)],
          plan: shows([5, 6, 7], ["17:00"], 50, { seasonal: true }),
        },
      ],
    },
    {
      key: "asu-misiones",
      type: "scheduled",
      name: "Misiones jesuíticas de Trinidad",
      category: "trips",
      place: ["Recogida en hoteles", "Avenida España, 1209 Asunción", null, null],
      booking: requested(3, 72),
      asks: ["names", "hotel"],
      page: { es: "Misiones jesuíticas en un día", pt: "Missões jesuíticas em um dia" },
      items: [
        {
          name: "Día completo",
          tickets: [adult(890000, { min: 2, start: 2 }), child(590000)],
          plan: shows([2, 6], ["05:30"], 15),
        },
      ],
    },
    {
      key: "asu-museo-nanduti",
      type: "timeless",
      name: "Casa del Ñandutí",
      category: "museums",
      place: ["Casa del Ñandutí", "Calle Palma, 1001 Asunción", -25.2809, -57.6381],
      booking: booked(0, 0),
      page: { es: "Casa del Ñandutí", pt: "Casa do Nhanduti" },
      items: [
        {
          name: "Entrada y demostración",
          tickets: [adult(45000), student(25000), child(20000)],
          plan: days([2, 3, 4, 5, 6], 80),
        },
      ],
    },
  ],
};

export const chileAndParaguay: readonly CityProducts[] = [santiago, asuncion];
