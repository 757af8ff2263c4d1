import { days, everyDay, notMondays, shows, unlimited, voucher } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import { adult, booked, child, couple, infant, requested, required, senior, student, vehicle } from "./tickets.ts";

const mexicoCity: CityProducts = {
  cityCode: "MEX",
  products: [
    {
      key: "mex-teotihuacan-globo",
      type: "scheduled",
      name: "Teotihuacán en globo con traslado",
      category: "flights",
      place: ["Globopuerto El Nopal", "Carretera Tulancingo, 55800 San Juan Teotihuacán", 19.6826, -98.8627],
      booking: requested(3, 72),
      asks: ["names", "weights", "hotel"],
      page: { es: "Teotihuacán en globo", pt: "Teotihuacán de balão" },
      items: [
        {
          name: "Vuelo compartido con desayuno",
          tickets: [adult(3450), child(2700)],
          plan: shows([3, 5, 6, 7], ["05:30"], 16, { seasonal: true }),
        },
        { name: "Vuelo privado para dos", tickets: [couple(4900, { max: 2 })], plan: shows([6], ["05:30"], 8) },
      ],
    },
    {
      key: "mex-lucha-libre",
      type: "scheduled",
      name: "Noche de lucha libre y mezcal",
      category: "shows",
      place: ["Arena Máscara de Plata", "Calle Doctor Lavista, Doctores, 06720 Ciudad de México", 19.4247, -99.1517],
      booking: booked(0, 24),
      page: { es: "Noche de lucha libre", pt: "Noite de luta livre mexicana" },
      items: [
        { name: "Preferente", tickets: [adult(890), child(520)], plan: shows([2, 5, 7], ["19:30"], 60) },
        { name: "Primera fila", tickets: [adult(1480, { max: 4 })], plan: shows([5], ["19:30"], 12) },
      ],
    },
    {
      key: "mex-xochimilco",
      type: "scheduled",
      name: "Xochimilco en trajinera y Coyoacán",
      category: "boats",
      place: ["Embarcadero Flor de Chinampa", "Avenida Guadalupe I. Ramírez, 16070 Xochimilco", 19.2585, -99.1031],
      booking: booked(0, 24),
      page: { es: "Xochimilco y Coyoacán", pt: "Xochimilco e Coyoacán" },
      items: [
        { name: "Con guía", tickets: [adult(780), senior(650), child(450)], plan: shows([4, 5, 6, 7], ["09:30"], 30) },
      ],
    },
    {
      key: "mex-centro-a-pie",
      type: "scheduled",
      name: "Centro Histórico: del Zócalo a la Alameda",
      category: "walking",
      place: [
        "Plaza de la Constitución, astabandera",
        "Plaza de la Constitución, 06000 Ciudad de México",
        19.4326,
        -99.1332,
      ],
      booking: booked(0, 2),
      page: { es: "El Centro Histórico a pie", pt: "O Centro Histórico a pé" },
      items: [
        { name: "En español", tickets: [adult(320), student(250), child(120)], plan: shows(everyDay, ["10:00"], 25) },
        { name: "Em português", tickets: [adult(380), child(190)], plan: shows([6], ["15:00"], 15) },
      ],
    },
    {
      key: "mex-museo-obsidiana",
      type: "timeless",
      name: "Museo de la Obsidiana",
      category: "museums",
      place: ["Museo de la Obsidiana", "Paseo de la Reforma, Polanco, 11560 Ciudad de México", 19.4241, -99.1866],
      booking: booked(0, 0),
      page: { es: "Museo de la Obsidiana sin filas", pt: "Museu da Obsidiana sem filas" },
      items: [
        {
          name: "Entrada general",
          tickets: [adult(210), student(140), senior(105), child(90)],
          plan: days(notMondays, 300, { closed: ["01-01", "12-25"] }),
        },
      ],
    },
    {
      key: "mex-tacos",
      type: "scheduled",
      name: "Ruta de tacos en Roma y Condesa",
      category: "food",
      place: ["Plaza Río de Janeiro", "Plaza Río de Janeiro, Roma Norte, 06700 Ciudad de México", 19.4208, -99.1589],
      booking: booked(1, 24),
      page: { es: "Ruta de tacos por la Roma", pt: "Rota de tacos pela Roma" },
      items: [{ name: "Siete paradas", tickets: [adult(1150), child(700)], plan: shows([4, 5, 6], ["18:30"], 12) }],
    },
    {
      key: "mex-bus-reforma",
      type: "timeless",
      name: "Autobús de dos pisos Ruta Reforma",
      category: "passes",
      place: ["Parada Ángel", "Paseo de la Reforma, Juárez, 06600 Ciudad de México", 19.427, -99.1677],
      booking: booked(0, 0),
      page: { es: "Autobús turístico Ruta Reforma" },
      items: [{ name: "Un día", tickets: [adult(260), child(130), senior(130)], plan: days(everyDay, unlimited) }],
    },
    {
      key: "mex-traslado-aeropuerto",
      type: "timeless",
      name: "Recepción con letrero y traslado al hotel",
      category: "transfers",
      place: [
        "Aeropuerto Benito Juárez, terminal 1",
        "Avenida Capitán Carlos León, 15620 Ciudad de México",
        19.4361,
        -99.0719,
      ],
      booking: requested(2, 48),
      asks: ["names", "hotel", "flight"],
      page: { es: "Traslado con recepción en el aeropuerto", pt: "Traslado com recepção no aeroporto" },
      items: [{ name: "Camioneta, hasta 6 pasajeros", tickets: [vehicle(1250)], plan: days(everyDay, 10) }],
    },
  ],
};

const cancun: CityProducts = {
  cityCode: "CUN",
  products: [
    {
      key: "cun-chichen-itza",
      type: "scheduled",
      name: "Chichén Itzá, cenote y Valladolid",
      category: "trips",
      place: ["Recogida en la zona hotelera", "Boulevard Kukulcán, Zona Hotelera, 77500 Cancún", null, null],
      booking: booked(1, 24),
      asks: ["hotel"],
      page: { es: "Chichén Itzá y cenote", pt: "Chichén Itzá e cenote" },
      items: [
        {
          name: "Día completo con comida",
          tickets: [adult(1590, required), child(1190), infant(100)],
          plan: shows([1, 3, 5, 6], ["07:00"], 50, { seasonal: true }),
        },
      ],
    },
    {
      key: "cun-isla-mujeres",
      type: "scheduled",
      name: "Catamarán a Isla Mujeres",
      category: "boats",
      place: ["Marina Coral Dorado", "Boulevard Kukulcán, Zona Hotelera, 77500 Cancún", 21.1391, -86.7733],
      booking: booked(0, 24),
      asks: ["names"],
      page: { es: "Catamarán a Isla Mujeres", pt: "Catamarã para Isla Mujeres" },
      items: [
        {
          name: "Barra libre y esnórquel",
          tickets: [adult(1280), child(790)],
          plan: shows(notMondays, ["09:30"], 80, { seasonal: true }),
        },
        {
          name: "Club de playa",
          tickets: [adult(1780), child(1100)],
          plan: shows([6, 7], ["09:30"], 40, { seasonal: true }),
        },
      ],
    },
    {
      key: "cun-parque-manglar",
      type: "dateless",
      name: "Parque Manglar Vivo, todo incluido",
      category: "parks",
      place: ["Parque Manglar Vivo", "Carretera Cancún-Tulum, 77710 Playa del Carmen", 20.6296, -87.0739],
      booking: booked(0, 168),
      page: { es: "Parque Manglar Vivo", pt: "Parque Manglar Vivo" },
      items: [
        { name: "Entrada básica", tickets: [adult(1950), child(1460)], plan: voucher() },
        { name: "Todo incluido", tickets: [adult(2890), child(2170)], plan: voucher() },
      ],
    },
    {
      key: "cun-tirolesas",
      type: "scheduled",
      name: "Tirolesas y puentes en la selva",
      category: "adventure",
      place: ["Selva Alta Aventura", "Ruta de los Cenotes, 77580 Puerto Morelos", 20.8536, -86.9171],
      booking: booked(1, 24),
      asks: ["weights"],
      page: { es: "Tirolesas en la selva maya", pt: "Tirolesas na selva maia" },
      items: [
        {
          name: "Ocho tirolesas",
          tickets: [adult(1350), child(990, { max: 4 })],
          plan: shows([2, 4, 6, 7], ["10:00"], 20, { seasonal: true }),
        },
      ],
    },
    {
      key: "cun-show-acrobacia",
      type: "scheduled",
      name: "Nahual, acrobacia y fuego",
      category: "shows",
      place: ["Teatro Ceiba", "Carretera Federal 307, 77710 Playa del Carmen", 20.6541, -87.0553],
      booking: booked(0, 0),
      page: { es: "Nahual, espectáculo de acrobacia", pt: "Nahual, espetáculo de acrobacia" },
      items: [
        {
          name: "Solo espectáculo",
          tickets: [adult(1690), child(1190)],
          plan: shows([2, 4, 5, 6], ["20:30"], 300, { gala: "12-31" }),
        },
        {
          name: "Cena y espectáculo",
          tickets: [adult(2790), child(1990)],
          plan: shows([5, 6], ["19:00"], 120, { gala: "12-31" }),
        },
      ],
    },
    {
      key: "cun-traslado-helicoptero",
      type: "dateless",
      name: "Helicóptero del aeropuerto a la zona hotelera",
      category: "transfers",
      place: ["Aeropuerto Internacional de Cancún", "Carretera Cancún-Chetumal km 22, 77565 Cancún", 21.0417, -86.8741],
      booking: requested(7, 168),
      asks: ["weights", "hotel", "flight"],
      page: { es: "Traslado en helicóptero en Cancún", pt: "Traslado de helicóptero em Cancún", published: false },
      items: [{ name: "Por asiento", tickets: [adult(6900, { max: 4 })], plan: voucher(40) }],
    },
  ],
};

export const mexico: readonly CityProducts[] = [mexicoCity, cancun];
