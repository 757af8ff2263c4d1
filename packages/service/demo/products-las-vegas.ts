import { days, everyDay, shows, voucher } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import { adult, booked, child, couple, requested, senior, student } from "./tickets.ts";

export const lasVegas: CityProducts = {
  cityCode: "LAS",
  products: [
    {
      key: "las-grand-canyon-helicopter",
      type: "scheduled",
      name: "Grand Canyon by Helicopter with Hotel Pick-up",
      category: "flights",
      place: ["Desert Rim Heliport", "Boulder City Parkway, Boulder City, NV 89005", 35.9476, -114.8612],
      booking: requested(2, 72),
      asks: ["names", "weights", "hotel"],
      page: { es: "Gran Cañón en helicóptero", pt: "Grand Canyon de helicóptero" },
      items: [
        {
          name: "West Rim landing",
          tickets: [adult(549, { max: 6 }), child(529, { max: 4 })],
          plan: shows(everyDay, ["07:00"], 24, { seasonal: true }),
        },
        { name: "Sunset over the Strip", tickets: [adult(149, { max: 6 })], plan: shows([5, 6], ["18:30"], 18) },
      ],
    },
    {
      key: "las-acrobatics-solenne",
      type: "scheduled",
      name: "Solenne, Acrobatics on Water",
      category: "shows",
      place: ["Aurelia Showroom", "Las Vegas Boulevard South, Las Vegas, NV 89109", 36.1147, -115.1728],
      booking: booked(0, 0),
      page: { es: "Solenne, acrobacia sobre el agua", pt: "Solenne, acrobacia sobre a água" },
      items: [
        {
          name: "Category A",
          tickets: [adult(199, { max: 8 })],
          plan: shows([3, 4, 5, 6, 7], ["19:00"], 250, { gala: "12-31" }),
        },
        {
          name: "Category B",
          tickets: [adult(139, { max: 8 }), child(99)],
          plan: shows([5, 6], ["21:30"], 380, { gala: "12-31" }),
        },
      ],
    },
    {
      key: "las-magic-dinner",
      type: "scheduled",
      name: "Close-up Magic Dinner",
      category: "shows",
      place: ["The Velvet Ace", "Fremont Street, Las Vegas, NV 89101", 36.1703, -115.1411],
      booking: booked(0, 24),
      page: { es: "Cena con magia de cerca", pt: "Jantar com mágica" },
      items: [
        {
          name: "Dinner and show",
          tickets: [couple(129), adult(139, { start: 0 })],
          plan: shows([4, 5, 6], ["18:30"], 40),
        },
      ],
    },
    {
      key: "las-hoover-dam",
      type: "scheduled",
      name: "Presa Hoover y Red Rock en español",
      category: "trips",
      place: ["Recogida en hoteles del Strip", "Las Vegas Boulevard South, Las Vegas, NV 89109", null, null],
      booking: booked(1, 24),
      asks: ["hotel"],
      page: { es: "Presa Hoover y Red Rock", pt: "Represa Hoover e Red Rock" },
      items: [
        {
          name: "Día completo",
          tickets: [adult(109), child(79)],
          plan: shows([2, 4, 6], ["07:30"], 26, { seasonal: true }),
        },
      ],
    },
    {
      key: "las-skydive",
      type: "scheduled",
      name: "Tandem Skydive over the Mojave",
      category: "adventure",
      place: ["Dry Lake Dropzone", "Jean Airport Road, Jean, NV 89019", 35.7683, -115.3297],
      booking: requested(3, 96),
      asks: ["names", "weights"],
      page: { es: "Salto en paracaídas en el Mojave", pt: "Salto de paraquedas no Mojave", published: false },
      items: [
        { name: "Tandem jump", tickets: [adult(259, { max: 4, start: 1 })], plan: shows([5, 6, 7], ["08:30"], 10) },
      ],
    },
    {
      key: "las-old-signs",
      type: "timeless",
      name: "Old Signs Yard, Day Entry",
      category: "museums",
      place: ["Old Signs Yard", "Main Street, Arts District, Las Vegas, NV 89104", 36.1586, -115.1535],
      booking: booked(0, 0),
      page: { es: "Patio de los viejos neones", pt: "Pátio dos velhos neons" },
      items: [
        { name: "Day entry", tickets: [adult(22), senior(18), student(18), child(11)], plan: days(everyDay, 220) },
      ],
    },
    {
      key: "las-airport-fast-meet",
      type: "dateless",
      name: "Airport Meet and Greet",
      category: "transfers",
      place: ["Harry Reid International Airport", "Wayne Newton Boulevard, Las Vegas, NV 89119", 36.084, -115.1537],
      booking: booked(1, 24),
      asks: ["names", "flight"],
      page: { es: "Asistencia en el aeropuerto de Las Vegas", pt: "Assistência no aeroporto de Las Vegas" },
      items: [{ name: "Arrival assistance", tickets: [adult(39, { max: 6 }), child(25)], plan: voucher(400, 300) }],
    },
  ],
};
