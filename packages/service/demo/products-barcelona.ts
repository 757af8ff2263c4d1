import { everyDay, notMondays, shows, voucher } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import { adult, booked, child, infant, pairs, requested, required, senior, student } from "./tickets.ts";

export const barcelona: CityProducts = {
  cityCode: "BCN",
  products: [
    {
      key: "bcn-gotico-a-pie",
      type: "scheduled",
      name: "Paseo por el Barrio Gótico y el Born",
      category: "walking",
      place: ["Plaça Nova", "Plaça Nova, Ciutat Vella, 08002 Barcelona", 41.3848, 2.1752],
      booking: booked(0, 4),
      page: { es: "El Barrio Gótico y el Born a pie", pt: "O Bairro Gótico e o Born a pé" },
      items: [
        { name: "En español", tickets: [adult(18), senior(14), child(9)], plan: shows(everyDay, ["10:30"], 22) },
        { name: "Em português", tickets: [adult(20), senior(16), child(10)], plan: shows([2, 6], ["16:30"], 18) },
      ],
    },
    {
      key: "bcn-catamaran",
      type: "scheduled",
      name: "Catamarán por la costa al atardecer",
      category: "boats",
      place: ["Catamarán Brisa Llarga", "Moll de les Drassanes, 08039 Barcelona", 41.3741, 2.1783],
      booking: booked(0, 24),
      page: { es: "Barcelona en catamarán al atardecer", pt: "Barcelona de catamarã ao pôr do sol" },
      items: [
        {
          name: "Atardecer con música en vivo",
          tickets: [adult(28), child(16), infant(3)],
          plan: shows([4, 5, 6, 7], ["18:30"], 90, { seasonal: true }),
        },
        {
          name: "Mediodía con baño",
          tickets: [adult(24), child(13)],
          plan: shows([6, 7], ["12:30"], 90, { seasonal: true }),
        },
      ],
    },
    {
      key: "bcn-casa-azulejo",
      type: "scheduled",
      name: "Casa del Azulejo: entrada con hora y audioguía",
      category: "museums",
      place: ["Casa del Azulejo", "Carrer de Provença, Eixample, 08008 Barcelona", 41.3939, 2.1624],
      booking: booked(0, 0),
      page: { es: "Casa del Azulejo sin colas", pt: "Casa do Azulejo sem filas" },
      items: [
        {
          name: "Entrada con audioguía",
          tickets: [adult(27), senior(23), student(21), child(14)],
          plan: shows(notMondays, ["10:00", "13:00"], 60, { closed: ["01-01", "12-25"] }),
        },
      ],
    },
    {
      key: "bcn-helicoptero",
      type: "scheduled",
      name: "Barcelona en helicóptero",
      category: "flights",
      place: ["Helipuerto del Port", "Moll Adossat, 08039 Barcelona", 41.3576, 2.1852],
      booking: booked(2, 72),
      asks: ["names", "weights"],
      page: { es: "Vuelo en helicóptero sobre Barcelona", pt: "Voo de helicóptero sobre Barcelona" },
      items: [
        { name: "Costa, 12 minutos", tickets: [adult(95, { max: 5 })], plan: shows([5, 6, 7], ["11:00", "13:00"], 10) },
        { name: "Ciudad y Montserrat, 35 minutos", tickets: [adult(245, { max: 5 })], plan: shows([6], ["12:00"], 10) },
      ],
    },
    {
      key: "bcn-montserrat",
      type: "scheduled",
      name: "Montserrat y bodega del Penedès",
      category: "trips",
      place: ["Salida desde Plaça de Catalunya", "Plaça de Catalunya, 08002 Barcelona", 41.387, 2.17],
      booking: booked(1, 48),
      asks: ["names", "hotel"],
      page: { es: "Montserrat y cava en un día", pt: "Montserrat e cava em um dia" },
      items: [
        {
          name: "Día completo con cata de cava",
          tickets: [adult(92, required), child(60), infant(8)],
          plan: shows([2, 4, 6], ["08:45"], 30, { seasonal: true }),
        },
      ],
    },
    {
      key: "bcn-tarjeta-ciudad",
      type: "dateless",
      name: "Tarjeta Barcelona Abierta",
      category: "passes",
      place: ["Punto de canje Plaça de Catalunya", "Plaça de Catalunya, 08002 Barcelona", 41.3866, 2.1699],
      booking: booked(0, 168),
      page: { es: "Tarjeta turística Barcelona Abierta", pt: "Cartão turístico Barcelona Aberta" },
      items: [
        { name: "48 horas", tickets: [adult(49), child(29)], plan: voucher() },
        { name: "72 horas", tickets: [adult(62), child(36)], plan: voucher() },
        { name: "120 horas", tickets: [adult(81), child(47)], plan: voucher() },
      ],
    },
    {
      key: "bcn-paella",
      type: "scheduled",
      name: "Clase de paella en una terraza del Poble-sec",
      category: "food",
      place: ["Cuina del Terrat", "Carrer de Blai, Poble-sec, 08004 Barcelona", 41.3737, 2.1638],
      booking: requested(2, 48),
      page: { es: "Clase de paella en Barcelona", pt: "Aula de paella em Barcelona" },
      items: [
        { name: "Clase y comida", tickets: [adult(65, pairs), child(35)], plan: shows([3, 5, 6], ["12:00"], 16) },
      ],
    },
    {
      key: "bcn-recital-palau",
      type: "scheduled",
      name: "Guitarra española en el Salón de los Espejos",
      category: "music",
      place: ["Salón de los Espejos", "Carrer de Sant Pere Més Alt, 08003 Barcelona", 41.3878, 2.1753],
      booking: booked(0, 24),
      page: { es: "Recital de guitarra española", pt: "Recital de violão espanhol" },
      items: [
        { name: "Zona A", tickets: [adult(42), senior(36)], plan: shows([2, 5, 6], ["21:00"], 80, { gala: "12-31" }) },
        {
          name: "Zona B",
          tickets: [adult(29), student(22)],
          plan: shows([2, 5, 6], ["21:00"], 120, { gala: "12-31" }),
        },
      ],
    },
  ],
};
