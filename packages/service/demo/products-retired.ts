import { days, shows, voucher } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import { adult, booked, child } from "./tickets.ts";

/** Products that were on sale once: the seed imports them and then deletes them. */
export const retired: readonly CityProducts[] = [
  {
    cityCode: "MAD",
    products: [
      {
        key: "mad-cine-verano",
        type: "scheduled",
        name: "Cine de verano en la azotea",
        category: "shows",
        place: ["Azotea Las Cigarreras", "Calle de Embajadores, 28005 Madrid", 40.4062, -3.7031],
        booking: booked(0, 0),
        items: [{ name: "Entrada", tickets: [adult(12), child(8)], plan: shows([5, 6], ["22:00"], 80) }],
      },
    ],
  },
  {
    cityCode: "LIS",
    products: [
      {
        key: "lis-passe-noturno",
        type: "timeless",
        name: "Passe noturno dos miradouros",
        category: "passes",
        place: ["Miradouro da Graça", "Calçada da Graça, 1100-265 Lisboa", 38.7163, -9.1311],
        booking: booked(0, 24),
        items: [{ name: "Uma noite", tickets: [adult(14)], plan: days([5, 6], 60) }],
      },
    ],
  },
  {
    cityCode: "MIA",
    products: [
      {
        key: "mia-pass-classic",
        type: "dateless",
        name: "Miami Classic Pass",
        category: "passes",
        place: ["Visitor kiosk", "Lincoln Road, Miami Beach, FL 33139", 25.7907, -80.1362],
        booking: booked(0, 168),
        items: [{ name: "3 attractions", tickets: [adult(79), child(59)], plan: voucher() }],
      },
    ],
  },
];
