import { days, everyDay, notMondays, shows, voucher } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import { adult, booked, child, infant, pairs, requested, required, senior, student } from "./tickets.ts";

const saoPaulo: CityProducts = {
  cityCode: "SAO",
  products: [
    {
      key: "sao-paulista-a-pe",
      type: "scheduled",
      name: "Avenida Paulista e Beco do Grafite",
      category: "walking",
      place: ["Praça do Ciclista", "Avenida Paulista, Consolação, 01310-100 São Paulo", -23.5557, -46.6628],
      booking: booked(0, 2),
      page: { es: "Avenida Paulista y arte urbano", pt: "Avenida Paulista e arte urbana" },
      items: [
        { name: "Em português", tickets: [adult(80), student(55)], plan: shows([3, 6, 7], ["10:00"], 25) },
        { name: "En español", tickets: [adult(95), student(70)], plan: shows([6], ["14:30"], 20) },
      ],
    },
    {
      key: "sao-mercado-degusta",
      type: "scheduled",
      name: "Sabores do Mercado e da Liberdade",
      category: "food",
      place: ["Praça da Liberdade", "Praça da Liberdade, 01503-010 São Paulo", -23.5554, -46.6355],
      booking: booked(1, 24),
      page: { es: "Sabores de São Paulo", pt: "Sabores de São Paulo" },
      items: [{ name: "Dez degustações", tickets: [adult(260), child(150)], plan: shows([4, 5, 6], ["11:00"], 14) }],
    },
    {
      key: "sao-musical-garoa",
      type: "scheduled",
      name: "Garoa, o musical",
      category: "shows",
      place: ["Teatro Ipê Amarelo", "Rua Augusta, Consolação, 01305-000 São Paulo", -23.5527, -46.6548],
      booking: booked(0, 0),
      page: { es: "Garoa, el musical", pt: "Garoa, o musical" },
      items: [
        {
          name: "Plateia",
          tickets: [adult(260), student(130), senior(130)],
          plan: shows([4, 5, 6, 7], ["20:00"], 380, { closed: ["12-24", "12-31"] }),
        },
        {
          name: "Balcão",
          tickets: [adult(140), student(70), senior(70)],
          plan: shows([4, 5, 6, 7], ["20:00"], 240, { closed: ["12-24", "12-31"] }),
        },
      ],
    },
    {
      key: "sao-parque-vale",
      type: "dateless",
      name: "Parque Vale Encantado",
      category: "parks",
      place: ["Parque Vale Encantado", "Rodovia dos Bandeirantes, 13288-390 Vinhedo", -23.0952, -47.0108],
      booking: booked(0, 168),
      page: { es: "Parque Vale Encantado", pt: "Ingressos do Parque Vale Encantado" },
      items: [
        { name: "Passaporte de um dia", tickets: [adult(149), child(119)], plan: voucher() },
        { name: "Passaporte anual", tickets: [adult(399), child(339)], plan: voucher(), published: false },
      ],
    },
    {
      key: "sao-museu-cafe",
      type: "timeless",
      name: "Museu do Café Torrado",
      category: "museums",
      place: ["Museu do Café Torrado", "Rua XV de Novembro, Centro, 01013-001 São Paulo", -23.5474, -46.634],
      booking: booked(0, 0),
      page: { es: "Museo del Café", pt: "Museu do Café Torrado" },
      items: [{ name: "Entrada com café", tickets: [adult(32), student(16), senior(16)], plan: days(notMondays, 140) }],
    },
    {
      key: "sao-transfer-guarulhos-helicoptero",
      type: "dateless",
      name: "Helicóptero de Guarulhos à Faria Lima",
      category: "transfers",
      place: ["Aeroporto de Guarulhos", "Rodovia Hélio Smidt, 07190-100 Guarulhos", -23.4306, -46.473],
      booking: requested(3, 96),
      asks: ["weights", "flight"],
      page: { es: "Helicóptero desde Guarulhos", pt: "Helicóptero de Guarulhos à Faria Lima" },
      items: [{ name: "Assento com mala de mão", tickets: [adult(1490, { max: 4 })], plan: voucher(80, 200) }],
    },
  ],
};

const salvador: CityProducts = {
  cityCode: "SSA",
  products: [
    {
      key: "ssa-pelourinho",
      type: "scheduled",
      name: "Pelourinho e Elevador a pé",
      category: "walking",
      place: ["Terreiro de Jesus", "Largo Terreiro de Jesus, Pelourinho, 40026-010 Salvador", -12.9735, -38.5097],
      booking: booked(0, 2),
      page: { es: "Pelourinho a pie", pt: "Pelourinho a pé" },
      items: [
        { name: "Em português", tickets: [adult(75), student(50), child(35)], plan: shows([2, 4, 6], ["09:00"], 25) },
        { name: "En español", tickets: [adult(85), student(60), child(40)], plan: shows([6], ["14:00"], 20) },
      ],
    },
    {
      key: "ssa-ilhas-escuna",
      type: "scheduled",
      name: "Ilhas da Baía de Todos-os-Santos",
      category: "boats",
      place: ["Terminal Náutico", "Avenida da França, Comércio, 40010-000 Salvador", -12.9714, -38.5149],
      booking: booked(1, 24),
      asks: ["hotel"],
      page: { es: "Islas de la bahía de Todos los Santos", pt: "Ilhas da Baía de Todos-os-Santos" },
      items: [
        {
          name: "Dia inteiro de escuna",
          tickets: [adult(190, required), child(120), infant(15)],
          plan: shows([3, 5, 6, 7], ["08:30"], 90, { seasonal: true }),
        },
      ],
    },
    {
      key: "ssa-bale-folclore",
      type: "scheduled",
      name: "Noite afro-baiana: dança e capoeira",
      category: "music",
      place: ["Teatro Dendê", "Rua Gregório de Matos, Pelourinho, 40026-240 Salvador", -12.9716, -38.5091],
      booking: booked(0, 12),
      page: { es: "Noche de danza y capoeira", pt: "Noite de dança e capoeira" },
      items: [
        { name: "Espetáculo", tickets: [adult(90), student(45), child(45)], plan: shows([1, 3, 5], ["19:00"], 100) },
      ],
    },
    {
      key: "ssa-moqueca",
      type: "scheduled",
      name: "Aula de moqueca no Rio Vermelho",
      category: "food",
      place: ["Cozinha da Maré Cheia", "Largo de Santana, Rio Vermelho, 41950-010 Salvador", -13.0125, -38.4925],
      booking: requested(2, 48),
      page: { es: "Clase de moqueca bahiana", pt: "Aula de moqueca baiana" },
      items: [{ name: "Aula e almoço", tickets: [adult(220, pairs)], plan: shows([4, 6], ["10:30"], 12) }],
    },
    {
      key: "ssa-praia-forte",
      type: "timeless",
      name: "Passe Reserva das Tartarugas",
      category: "parks",
      place: ["Reserva das Tartarugas", "Avenida do Farol, 48287-000 Praia do Forte", -12.5803, -38.0029],
      booking: booked(0, 0),
      page: { pt: "Reserva das Tartarugas" },
      items: [
        { name: "Um dia", tickets: [adult(48), senior(24), child(24)], plan: days(everyDay, 300, { seasonal: true }) },
      ],
    },
  ],
};

export const brazil: readonly CityProducts[] = [saoPaulo, salvador];
