import { days, everyDay, nights, notMondays, shows, unlimited, voucher } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import { adult, booked, child, group, pairs, requested, resident, senior, student } from "./tickets.ts";

export const sevilla: CityProducts = {
  cityCode: "SVQ",
  products: [
    {
      key: "svq-tablao-patio",
      type: "scheduled",
      name: "Flamenco en el Patio de la Alcazaba",
      category: "music",
      place: ["Patio de la Alcazaba", "Calle Mateos Gago, Santa Cruz, 41004 Sevilla", 37.3864, -5.9906],
      booking: booked(0, 12),
      page: { es: "Flamenco en el barrio de Santa Cruz", pt: "Flamenco no bairro de Santa Cruz" },
      items: [
        {
          name: "Espectáculo",
          tickets: [adult(25), student(19), child(14)],
          plan: shows(everyDay, ["19:00"], 60, { seasonal: true, closed: ["12-24"] }),
        },
        {
          name: "Noche de Feria",
          tickets: [adult(55, pairs)],
          plan: nights(["04-20T22:30", "04-21T22:30", "04-22T22:30"], 60),
        },
      ],
    },
    {
      key: "svq-triana-a-pie",
      type: "scheduled",
      name: "Triana, cerámica y cante",
      category: "walking",
      place: ["Puente de Triana, lado de la plaza", "Plaza del Altozano, 41010 Sevilla", 37.3856, -6.0031],
      booking: booked(0, 2),
      page: { es: "Paseo por Triana", pt: "Passeio por Triana" },
      items: [
        { name: "En español", tickets: [adult(15), resident(8), child(0)], plan: shows([2, 4, 6, 7], ["10:30"], 20) },
      ],
    },
    {
      key: "svq-crucero-guadalquivir",
      type: "scheduled",
      name: "Crucero por el Guadalquivir",
      category: "boats",
      place: ["Embarcadero Dársena Blanca", "Paseo Alcalde Marqués del Contadero, 41001 Sevilla", 37.3822, -5.9968],
      booking: booked(0, 0),
      page: { es: "Crucero por el Guadalquivir", pt: "Cruzeiro pelo Guadalquivir" },
      items: [
        {
          name: "Una hora",
          tickets: [adult(18), senior(15), child(9)],
          plan: shows([5, 6, 7], ["12:00", "18:00"], 120, { seasonal: true }),
        },
      ],
    },
    {
      key: "svq-donana",
      type: "scheduled",
      name: "Doñana en todoterreno con recogida",
      category: "adventure",
      place: ["Centro de visitantes Las Garzas", "Carretera de El Rocío, 21750 Almonte", 37.1307, -6.4848],
      booking: requested(3, 72),
      asks: ["hotel"],
      page: { es: "Doñana en todoterreno", pt: "Doñana de 4x4" },
      items: [
        {
          name: "Jornada con prismáticos",
          tickets: [adult(98), child(70), group(560, { min: 0, max: 1, start: 0 })],
          plan: shows([3, 6], ["07:30"], 16, { seasonal: true }),
        },
      ],
    },
    {
      key: "svq-isla-leyenda",
      type: "dateless",
      name: "Isla Leyenda, parque temático",
      category: "parks",
      place: ["Isla Leyenda", "Isla de la Cartuja, 41092 Sevilla", 37.4065, -5.9995],
      booking: booked(0, 0),
      page: { es: "Entradas a Isla Leyenda" },
      items: [
        { name: "Entrada de día", tickets: [adult(36), child(28), senior(24)], plan: voucher(unlimited, 240) },
        { name: "Entrada de tarde", tickets: [adult(24), child(19)], plan: voucher(unlimited, 240) },
      ],
    },
    {
      key: "svq-palacio-naranjos",
      type: "timeless",
      name: "Palacio de los Naranjos, entrada y jardines",
      category: "museums",
      place: ["Palacio de los Naranjos", "Calle Feria, 41003 Sevilla", 37.3958, -5.9899],
      booking: booked(0, 24),
      page: { es: "Palacio de los Naranjos", pt: "Palácio das Laranjeiras" },
      items: [
        {
          name: "Entrada general",
          tickets: [adult(12), senior(9), student(9), child(6)],
          plan: days(notMondays, 150, { closed: ["01-01", "12-25"] }),
        },
      ],
    },
  ],
};
