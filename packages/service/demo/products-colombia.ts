import { days, everyDay, notMondays, shows, voucher } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import { adult, booked, child, couple, odd, requested, required, senior, student } from "./tickets.ts";

const bogota: CityProducts = {
  cityCode: "BOG",
  products: [
    {
      key: "bog-candelaria-grafiti",
      type: "scheduled",
      name: "La Candelaria y su arte urbano",
      category: "walking",
      place: ["Chorro de Quevedo", "Carrera 2 con Calle 12B, La Candelaria, Bogotá", 4.5977, -74.0697],
      booking: booked(0, 2),
      page: { es: "Grafiti y Candelaria a pie", pt: "Grafite e Candelária a pé" },
      items: [
        { name: "En español", tickets: [adult(60000), student(45000)], plan: shows([2, 4, 6, 7], ["10:00"], 20) },
        { name: "Em português", tickets: [adult(75000), student(60000)], plan: shows([6], ["14:00"], 15) },
      ],
    },
    {
      key: "bog-museo-orfebres",
      type: "timeless",
      name: "Museo de los Orfebres",
      category: "museums",
      place: ["Museo de los Orfebres", "Carrera 7, Centro, Bogotá", 4.6019, -74.0722],
      booking: booked(0, 0),
      page: { es: "Museo de los Orfebres", pt: "Museu dos Ourives" },
      items: [
        {
          name: "Entrada con audioguía",
          tickets: [adult(28000), senior(14000), child(10000)],
          plan: days(notMondays, 250, { closed: ["01-01", "12-25"] }),
        },
      ],
    },
    {
      key: "bog-zipaquira",
      type: "scheduled",
      name: "Catedral de sal de Zipaquirá y Guatavita",
      category: "trips",
      place: ["Recogida en hoteles del norte y del centro", "Bogotá", null, null],
      booking: booked(1, 48),
      asks: ["names", "hotel"],
      page: { es: "Zipaquirá y Guatavita en un día", pt: "Zipaquirá e Guatavita em um dia" },
      items: [
        {
          name: "Día completo",
          tickets: [adult(320000, required), child(230000)],
          plan: shows([3, 6, 7], ["07:30"], 18, { seasonal: true }),
        },
      ],
    },
    {
      key: "bog-cafe-cata",
      type: "scheduled",
      name: "Taller de cata de café de origen",
      category: "food",
      place: ["Tostadora Tres Vertientes", "Calle 70, Chapinero, Bogotá", 4.6537, -74.0591],
      booking: requested(1, 24),
      page: { es: "Cata de café en Chapinero", pt: "Degustação de café em Chapinero" },
      items: [{ name: "Seis cafés", tickets: [adult(95000, odd)], plan: shows([4, 6], ["16:00"], 9) }],
    },
    {
      key: "bog-salsa",
      type: "scheduled",
      name: "Clase y noche de salsa",
      category: "music",
      place: ["Salón Guayacán", "Carrera 13, Chapinero, Bogotá", 4.6482, -74.0628],
      booking: booked(0, 12),
      page: { es: "Noche de salsa en Bogotá", pt: "Noite de salsa em Bogotá" },
      items: [
        {
          name: "Clase y entrada",
          tickets: [adult(85000), couple(75000, { min: 0, start: 0 })],
          plan: shows([4, 5, 6], ["20:00"], 50),
        },
      ],
    },
  ],
};

const cartagena: CityProducts = {
  cityCode: "CTG",
  products: [
    {
      key: "ctg-islas-rosario",
      type: "scheduled",
      name: "Islas del Rosario en lancha",
      category: "boats",
      place: ["Muelle La Bodeguita", "Avenida Blas de Lezo, Centro, Cartagena de Indias", 10.4216, -75.5486],
      booking: booked(1, 24),
      asks: ["names"],
      page: { es: "Islas del Rosario", pt: "Ilhas do Rosário" },
      items: [
        {
          name: "Día de playa con almuerzo",
          tickets: [adult(260000), child(190000)],
          plan: shows(everyDay, ["08:00"], 35, { seasonal: true }),
        },
        {
          name: "Con careteo",
          tickets: [adult(320000), child(240000)],
          plan: shows([6, 7], ["08:00"], 15, { seasonal: true }),
        },
      ],
    },
    {
      key: "ctg-murallas-a-pie",
      type: "scheduled",
      name: "Murallas y Getsemaní al caer la tarde",
      category: "walking",
      place: ["Torre del Reloj", "Plaza de los Coches, Centro, Cartagena de Indias", 10.4233, -75.5494],
      booking: booked(0, 2),
      page: { es: "Murallas y Getsemaní", pt: "Muralhas e Getsemaní" },
      items: [{ name: "En español", tickets: [adult(70000), child(35000)], plan: shows(notMondays, ["16:30"], 20) }],
    },
    {
      key: "ctg-chiva-rumbera",
      type: "timeless",
      name: "Chiva rumbera y murallas de noche",
      category: "passes",
      place: ["Salida de la chiva", "Avenida San Martín, Bocagrande, Cartagena de Indias", 10.4038, -75.5549],
      booking: booked(0, 24),
      page: { es: "Chiva rumbera" },
      items: [{ name: "Una noche", tickets: [adult(75000, { min: 2, start: 2 })], plan: days([4, 5, 6], 60) }],
    },
    {
      key: "ctg-traslado-islas",
      type: "dateless",
      name: "Hidroavión del aeropuerto a las islas",
      category: "transfers",
      place: ["Aeropuerto Rafael Núñez", "Crespo, Cartagena de Indias", 10.4424, -75.513],
      booking: requested(7, 168),
      asks: ["names", "weights", "hotel", "flight"],
      page: { es: "Hidroavión a las islas", pt: "Hidroavião para as ilhas" },
      items: [
        {
          name: "Por asiento, 15 kg de equipaje",
          tickets: [adult(980000, { max: 4 }), child(760000, { max: 2 })],
          plan: voucher(60, 180),
        },
      ],
    },
    {
      key: "ctg-cocina-caribe",
      type: "scheduled",
      name: "Cocina caribeña en el mercado de Bazurto",
      category: "food",
      place: ["Fogón del Matarratón", "Calle de la Media Luna, Getsemaní, Cartagena de Indias", 10.4226, -75.5447],
      booking: requested(2, 48),
      page: { es: "Taller de cocina caribeña", pt: "Oficina de cozinha caribenha" },
      items: [
        { name: "Mercado y almuerzo", tickets: [adult(210000), child(120000)], plan: shows([3, 5], ["09:00"], 12) },
      ],
    },
  ],
};

export const colombia: readonly CityProducts[] = [bogota, cartagena];
