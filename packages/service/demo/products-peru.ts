import { days, everyDay, notMondays, shows, unlimited, voucher } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import { adult, booked, child, couple, requested, required, resident, senior, student } from "./tickets.ts";

const lima: CityProducts = {
  cityCode: "LIM",
  products: [
    {
      key: "lim-centro-catacumbas",
      type: "scheduled",
      name: "Centro Histórico y catacumbas",
      category: "walking",
      place: ["Plaza Mayor, pileta", "Plaza Mayor, Cercado de Lima, 15001 Lima", -12.0459, -77.0305],
      booking: booked(0, 4),
      page: { es: "Centro Histórico de Lima", pt: "Centro Histórico de Lima a pé" },
      items: [
        {
          name: "En español",
          tickets: [adult(65), student(45), resident(35), child(25)],
          plan: shows([1, 3, 5, 6], ["10:00"], 25),
        },
      ],
    },
    {
      key: "lim-ceviche-pisco",
      type: "scheduled",
      name: "Taller de ceviche y pisco sour",
      category: "food",
      place: ["Cocina Garúa", "Calle Berlín, Miraflores, 15074 Lima", -12.1189, -77.0338],
      booking: booked(1, 24),
      page: { es: "Ceviche y pisco sour", pt: "Ceviche e pisco sour" },
      items: [
        { name: "Taller compartido", tickets: [adult(185)], plan: shows([2, 4, 6], ["12:00"], 14) },
        { name: "Para dos", tickets: [couple(210)], plan: shows([5], ["18:00"], 8) },
      ],
    },
    {
      key: "lim-parapente",
      type: "scheduled",
      name: "Parapente en el acantilado de Miraflores",
      category: "adventure",
      place: ["Pista de despegue del malecón", "Malecón Cisneros, Miraflores, 15074 Lima", -12.1258, -77.0366],
      booking: booked(0, 24),
      asks: ["names", "weights"],
      page: { es: "Parapente en Miraflores", pt: "Parapente em Miraflores" },
      items: [
        {
          name: "Vuelo tándem de 10 minutos",
          tickets: [adult(260, { max: 4, start: 1 })],
          plan: shows([5, 6, 7], ["11:00", "13:00", "15:00"], 8),
        },
      ],
    },
    {
      key: "lim-nazca",
      type: "scheduled",
      name: "Sobrevuelo de Nazca y Paracas desde Lima",
      category: "flights",
      place: ["Aeródromo de Pisco", "Carretera Pisco-San Andrés, 11601 Pisco", -13.7449, -76.2203],
      booking: requested(7, 168),
      asks: ["names", "weights", "hotel"],
      page: { es: "Líneas de Nazca desde Lima", pt: "Linhas de Nazca saindo de Lima" },
      items: [
        {
          name: "Día completo",
          tickets: [adult(1480), child(1390)],
          plan: shows([2, 6], ["03:30"], 12, { seasonal: true }),
        },
      ],
    },
    {
      key: "lim-museo-algodon",
      type: "timeless",
      name: "Museo del Algodón y del Tejido",
      category: "museums",
      place: ["Museo del Algodón", "Avenida Bolívar, Pueblo Libre, 15084 Lima", -12.0733, -77.0706],
      booking: booked(0, 0),
      page: { es: "Museo del Algodón y del Tejido", pt: "Museu do Algodão e do Tecido" },
      items: [
        {
          name: "Entrada general",
          tickets: [adult(30), student(15), senior(20)],
          plan: days(notMondays, 180, { closed: ["01-01", "05-01", "12-25"] }),
        },
      ],
    },
  ],
};

const cusco: CityProducts = {
  cityCode: "CUZ",
  products: [
    {
      key: "cuz-machu-picchu",
      type: "scheduled",
      name: "Machu Picchu en tren, día completo",
      category: "trips",
      place: ["Estación de Ollantaytambo", "Avenida Ferrocarril, 08676 Ollantaytambo", -13.2603, -72.2656],
      booking: requested(7, 168),
      asks: ["names", "hotel"],
      page: { es: "Machu Picchu en tren", pt: "Machu Picchu de trem" },
      items: [
        {
          name: "Tren panorámico",
          tickets: [adult(1290), student(1150), child(890)],
          plan: shows(everyDay, ["04:30"], 28, { seasonal: true }),
        },
        { name: "Tren de lujo", tickets: [adult(2950)], plan: shows([2, 6], ["06:00"], 12, { seasonal: true }) },
      ],
    },
    {
      key: "cuz-valle-sagrado",
      type: "scheduled",
      name: "Valle Sagrado: Pisac y Ollantaytambo",
      category: "trips",
      place: ["Plaza Regocijo", "Plaza Regocijo, 08002 Cusco", -13.517, -71.9805],
      booking: booked(1, 24),
      asks: ["hotel"],
      page: { es: "Valle Sagrado de los Incas", pt: "Vale Sagrado dos Incas" },
      items: [
        {
          name: "Con almuerzo",
          tickets: [adult(210, required), student(170), child(140)],
          plan: shows([2, 4, 6], ["07:30"], 30, { seasonal: true }),
        },
      ],
    },
    {
      key: "cuz-montana-colores",
      type: "scheduled",
      name: "Montaña de siete colores a caballo",
      category: "adventure",
      place: ["Caballerizas Apu Alto", "Quesiuno, 08615 Pitumarca", -13.8202, -71.2358],
      booking: booked(2, 48),
      asks: ["weights", "hotel"],
      page: { es: "Montaña de siete colores", pt: "Montanha das sete cores" },
      items: [
        {
          name: "Con caballo",
          tickets: [adult(290, { max: 6 })],
          plan: shows([3, 5, 7], ["03:45"], 14, { seasonal: true }),
        },
      ],
    },
    {
      key: "cuz-san-blas",
      type: "scheduled",
      name: "Cusco imperial y San Blas",
      category: "walking",
      place: ["Plaza de Armas, catedral", "Plaza de Armas, 08002 Cusco", -13.5164, -71.9781],
      booking: booked(0, 2),
      page: { es: "Cusco imperial a pie", pt: "Cusco imperial a pé" },
      items: [
        { name: "En español", tickets: [adult(55), student(40)], plan: shows([1, 3, 5, 6], ["13:30"], 20) },
        { name: "Em português", tickets: [adult(60), student(45)], plan: shows([2, 4], ["13:30"], 15) },
      ],
    },
    {
      key: "cuz-boleto-circuito",
      type: "dateless",
      name: "Boleto del circuito de los cuatro suyos",
      category: "passes",
      place: ["Oficina de boletos", "Avenida El Sol, 08002 Cusco", -13.5189, -71.9768],
      booking: booked(0, 0),
      asks: ["names"],
      page: { es: "Boleto de los cuatro suyos", pt: "Bilhete dos quatro suyos" },
      items: [
        { name: "Circuito completo", tickets: [adult(130), student(70), resident(70)], plan: voucher() },
        { name: "Circuito parcial", tickets: [adult(70), student(40), resident(40)], plan: voucher(unlimited, 120) },
      ],
    },
    {
      key: "cuz-noche-danzas",
      type: "scheduled",
      name: "Noche de danzas andinas",
      category: "music",
      place: ["Centro Qori Ñan", "Avenida El Sol, 08002 Cusco", -13.5222, -71.9723],
      booking: booked(0, 12),
      items: [{ name: "Platea", tickets: [adult(48), child(25)], plan: shows([4, 6], ["18:45"], 150) }],
    },
    {
      key: "cuz-fotografia-ausangate",
      type: "scheduled",
      name: "Travesía fotográfica al Ausangate",
      category: "adventure",
      place: ["Casa Cumbre", "Cuesta de San Blas, 08003 Cusco", -13.5151, -71.9745],
      booking: requested(7, 168),
      asks: ["names"],
      published: false,
      items: [{ name: "Tres días", tickets: [adult(1650)], plan: shows([5], ["05:00"], 8) }],
    },
  ],
};

export const peru: readonly CityProducts[] = [lima, cusco];
