import { days, everyDay, nights, notMondays, shows } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import {
  adult,
  booked,
  child,
  group,
  infant,
  requested,
  required,
  resident,
  senior,
  student,
  vehicle,
} from "./tickets.ts";

export const rio: CityProducts = {
  cityCode: "RIO",
  products: [
    {
      key: "rio-samba-lapa",
      type: "scheduled",
      name: "Roda de samba no Quintal da Lapa",
      category: "music",
      place: ["Quintal da Lapa", "Rua do Lavradio, Lapa, 20230-070 Rio de Janeiro", -22.9101, -43.1831],
      booking: booked(0, 12),
      page: { es: "Noche de samba en Lapa", pt: "Noite de samba na Lapa" },
      items: [
        {
          name: "Entrada com caipirinha",
          tickets: [adult(95), student(70)],
          plan: shows([4, 5, 6], ["20:00"], 110, { seasonal: true, gala: "12-31" }),
        },
        {
          name: "Mesa para quatro",
          tickets: [group(480, { max: 2 })],
          plan: shows([5, 6], ["20:00"], 12, { seasonal: true }),
        },
      ],
    },
    {
      key: "rio-cristo-pao",
      type: "scheduled",
      name: "Corcovado e Pão de Açúcar em um dia",
      category: "trips",
      place: ["Saída dos hotéis da zona sul", "Avenida Atlântica, Copacabana, 22010-000 Rio de Janeiro", null, null],
      booking: booked(1, 24),
      asks: ["hotel"],
      page: { es: "Corcovado y Pan de Azúcar", pt: "Corcovado e Pão de Açúcar" },
      items: [
        {
          name: "Dia inteiro com almoço",
          tickets: [adult(420, required), senior(360), child(260)],
          plan: shows(everyDay, ["08:00"], 40, { seasonal: true }),
        },
      ],
    },
    {
      key: "rio-helicoptero",
      type: "scheduled",
      name: "Rio visto do helicóptero",
      category: "flights",
      place: ["Heliponto da Lagoa", "Avenida Borges de Medeiros, Lagoa, 22470-003 Rio de Janeiro", -22.9739, -43.2113],
      booking: booked(1, 48),
      asks: ["names", "weights"],
      page: { es: "Río en helicóptero", pt: "Rio de helicóptero" },
      items: [
        {
          name: "Orla, 10 minutos",
          tickets: [adult(690, { max: 4 })],
          plan: shows([5, 6, 7], ["10:00", "14:00"], 12, { seasonal: true }),
        },
        {
          name: "Cidade inteira, 30 minutos",
          tickets: [adult(1750, { max: 4 })],
          plan: shows([6], ["16:00"], 8, { seasonal: true }),
        },
      ],
    },
    {
      key: "rio-asa-delta",
      type: "scheduled",
      name: "Voo de asa-delta na Pedra Bonita",
      category: "adventure",
      place: ["Rampa da Pedra Bonita", "Estrada das Canoas, São Conrado, 22610-210 Rio de Janeiro", -22.9886, -43.2816],
      booking: booked(1, 24),
      asks: ["weights"],
      page: { es: "Ala delta en Río", pt: "Asa-delta no Rio" },
      items: [
        {
          name: "Voo duplo com instrutor",
          tickets: [adult(640, { max: 4, start: 1 })],
          plan: shows([3, 5, 6, 7], ["09:00"], 8),
        },
      ],
    },
    {
      key: "rio-escadaria-a-pe",
      type: "scheduled",
      name: "Santa Teresa, Escadaria e Lapa a pé",
      category: "walking",
      place: ["Largo do Guimarães", "Largo do Guimarães, Santa Teresa, 20240-290 Rio de Janeiro", -22.9196, -43.1868],
      booking: booked(0, 2),
      page: { es: "Santa Teresa y Lapa a pie", pt: "Santa Teresa e Lapa a pé" },
      items: [
        {
          name: "Em português",
          tickets: [adult(90), student(65), child(40)],
          plan: shows([2, 4, 6, 7], ["09:30"], 20),
        },
        { name: "En español", tickets: [adult(105), student(80), child(50)], plan: shows([3, 6], ["14:00"], 20) },
      ],
    },
    {
      key: "rio-escuna-guanabara",
      type: "scheduled",
      name: "Escuna na Baía de Guanabara",
      category: "boats",
      place: [
        "Marina da Enseada",
        "Avenida Infante Dom Henrique, Glória, 20021-140 Rio de Janeiro",
        -22.9203,
        -43.1705,
      ],
      booking: booked(0, 24),
      page: { es: "Goleta por la bahía de Guanabara", pt: "Escuna na Baía de Guanabara" },
      items: [
        {
          name: "Duas horas",
          tickets: [adult(140), senior(110), child(70), infant(10)],
          plan: shows([4, 5, 6, 7], ["10:00"], 80, { seasonal: true }),
        },
      ],
    },
    {
      key: "rio-museu-mares",
      type: "timeless",
      name: "Museu das Marés",
      category: "museums",
      place: ["Museu das Marés", "Praça Mauá, Centro, 20081-240 Rio de Janeiro", -22.8953, -43.1804],
      booking: booked(0, 0),
      page: { es: "Museo de las Mareas", pt: "Museu das Marés" },
      items: [
        {
          name: "Entrada",
          tickets: [adult(40), student(20), senior(20), resident(20)],
          plan: days(notMondays, 400, { closed: ["01-01", "12-25"] }),
        },
      ],
    },
    {
      key: "rio-carnaval-ensaio",
      type: "scheduled",
      name: "Camarote do Carnaval na avenida",
      category: "shows",
      place: [
        "Camarote Confete e Prata",
        "Avenida Presidente Vargas, Centro, 20210-031 Rio de Janeiro",
        -22.9115,
        -43.1968,
      ],
      booking: requested(7, 168),
      asks: ["names"],
      page: { pt: "Camarote do Carnaval", whiteLabels: ["DEMO-PT"] },
      items: [
        {
          name: "Noite de desfile",
          tickets: [adult(3200, { max: 6 })],
          plan: nights(["02-13T20:00", "02-14T20:00", "02-15T20:00", "02-20T20:00"], 250),
        },
        { name: "Ensaio de quadra", tickets: [adult(120)], plan: shows([6], ["21:00"], 300, { seasonal: true }) },
      ],
    },
    {
      key: "rio-traslado-galeao",
      type: "timeless",
      name: "Transfer do Galeão com recepção nominal",
      category: "transfers",
      place: [
        "Aeroporto do Galeão",
        "Avenida Vinte de Janeiro, Ilha do Governador, 21941-900 Rio de Janeiro",
        -22.8053,
        -43.2395,
      ],
      booking: requested(1, 24),
      asks: ["names", "hotel", "flight"],
      page: { es: "Traslado desde el aeropuerto del Galeão", pt: "Transfer do aeroporto do Galeão" },
      items: [{ name: "Van, até 6 passageiros", tickets: [vehicle(290, { max: 2 })], plan: days(everyDay, 12) }],
    },
  ],
};
