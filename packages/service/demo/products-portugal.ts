import { days, everyDay, notMondays, shows, unlimited, voucher, weekend } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import {
  adult,
  booked,
  child,
  couple,
  group,
  infant,
  pairs,
  requested,
  required,
  senior,
  single,
  student,
} from "./tickets.ts";

const lisboa: CityProducts = {
  cityCode: "LIS",
  products: [
    {
      key: "lis-fado-mouraria",
      type: "scheduled",
      name: "Noite de fado na Casa da Saudade Nova",
      category: "music",
      place: ["Casa da Saudade Nova", "Rua da Mouraria, 1100-360 Lisboa", 38.7152, -9.1357],
      booking: booked(0, 24),
      page: { es: "Noche de fado en la Mouraria", pt: "Noite de fado na Mouraria" },
      items: [
        {
          name: "Fado com petiscos",
          tickets: [adult(29), student(23), child(15)],
          plan: shows([3, 4, 5, 6, 7], ["19:00"], 45, { seasonal: true, closed: ["12-24", "12-25"] }),
        },
        {
          name: "Jantar e fado",
          tickets: [adult(62, required), couple(56, { min: 0, start: 0 }), child(35)],
          plan: shows([4, 5, 6], ["20:30"], 40, { seasonal: true, closed: ["12-24", "12-25"], gala: "12-31" }),
        },
      ],
    },
    {
      key: "lis-alfama-a-pe",
      type: "scheduled",
      name: "Alfama e miradouros a pé",
      category: "walking",
      place: ["Portas do Sol", "Largo das Portas do Sol, 1100-411 Lisboa", 38.7122, -9.13],
      booking: booked(0, 2),
      page: { es: "Alfama y sus miradores a pie", pt: "Alfama e miradouros a pé" },
      items: [
        { name: "Em português", tickets: [adult(17), senior(14), child(8)], plan: shows(everyDay, ["10:00"], 20) },
        { name: "En español", tickets: [adult(17), senior(14), child(8)], plan: shows([3, 6], ["15:00"], 20) },
      ],
    },
    {
      key: "lis-veleiro-tejo",
      type: "scheduled",
      name: "Veleiro no Tejo ao pôr do sol",
      category: "boats",
      place: ["Veleiro Maré Alta", "Doca de Belém, 1400-038 Lisboa", 38.6946, -9.1993],
      booking: booked(1, 24),
      page: { es: "Velero por el Tajo al atardecer", pt: "Veleiro no Tejo ao pôr do sol" },
      items: [
        {
          name: "Passeio partilhado, 2 horas",
          tickets: [adult(42), child(25)],
          plan: shows([2, 4, 5, 6, 7], ["18:00"], 12, { seasonal: true }),
        },
        {
          name: "Veleiro privado, até 8 pessoas",
          tickets: [group(340, single)],
          plan: shows([6], ["15:00"], 8),
          published: false,
        },
      ],
    },
    {
      key: "lis-museu-navegantes",
      type: "timeless",
      name: "Museu dos Navegantes: bilhete sem fila",
      category: "museums",
      place: ["Museu dos Navegantes", "Avenida da Índia, Belém, 1400-207 Lisboa", 38.6961, -9.2067],
      booking: booked(0, 0),
      page: { es: "Museo de los Navegantes sin colas", pt: "Museu dos Navegantes sem filas" },
      items: [
        {
          name: "Bilhete geral",
          tickets: [adult(12), senior(6), student(6), child(4)],
          plan: days(notMondays, 350, { closed: ["01-01", "05-01", "12-25"] }),
        },
      ],
    },
    {
      key: "lis-sintra",
      type: "scheduled",
      name: "Sintra, Cabo da Roca e Cascais",
      category: "trips",
      place: ["Praça dos Restauradores", "Praça dos Restauradores, 1250-188 Lisboa", 38.7157, -9.1416],
      booking: booked(1, 24),
      asks: ["hotel"],
      page: { es: "Sintra y Cascais en un día", pt: "Sintra e Cascais em um dia" },
      items: [
        {
          name: "Dia inteiro em grupo pequeno",
          tickets: [adult(69, required), child(49), infant(0)],
          plan: shows([1, 3, 5, 6], ["08:30"], 16, { seasonal: true }),
        },
      ],
    },
    {
      key: "lis-passe-eletrico",
      type: "timeless",
      name: "Passe Lisboa Sobre Carris",
      category: "passes",
      place: ["Quiosque da Praça da Figueira", "Praça da Figueira, 1100-241 Lisboa", 38.7137, -9.1377],
      booking: booked(0, 0),
      page: { es: "Pase de tranvías y elevadores", pt: "Passe de elétricos e elevadores" },
      items: [{ name: "24 horas", tickets: [adult(22), child(11)], plan: days(everyDay, unlimited) }],
    },
    {
      key: "lis-lounge-aeroporto",
      type: "dateless",
      name: "Via rápida e sala de espera no aeroporto",
      category: "transfers",
      place: ["Aeroporto Humberto Delgado", "Alameda das Comunidades Portuguesas, 1700-111 Lisboa", 38.7742, -9.1342],
      booking: booked(1, 24),
      asks: ["flight"],
      page: { es: "Sala VIP y vía rápida en el aeropuerto", pt: "Sala VIP e via rápida no aeroporto" },
      items: [
        { name: "Via rápida", tickets: [adult(15, { max: 6 })], plan: voucher() },
        { name: "Via rápida e sala, 3 horas", tickets: [adult(44, { max: 6 }), child(28)], plan: voucher() },
      ],
    },
    {
      key: "lis-pasteis",
      type: "scheduled",
      name: "Oficina de pastéis de nata",
      category: "food",
      place: ["Oficina do Forno", "Rua de São Bento, 1200-109 Lisboa", 38.7112, -9.1535],
      booking: booked(1, 48),
      page: { pt: "Oficina de pastéis de nata" },
      items: [
        {
          name: "Em família",
          tickets: [adult(38, { min: 1, max: 4, start: 1 }), child(24, { min: 1, max: 4, start: 1 })],
          plan: shows(weekend, ["11:00"], 14),
        },
        { name: "Adultos", tickets: [adult(42)], plan: shows([4], ["17:30"], 14) },
      ],
    },
  ],
};

const porto: CityProducts = {
  cityCode: "OPO",
  products: [
    {
      key: "opo-seis-pontes",
      type: "scheduled",
      name: "Cruzeiro das seis pontes",
      category: "boats",
      place: ["Cais da Ribeira", "Cais da Ribeira, 4050-509 Porto", 41.1406, -8.6133],
      booking: booked(0, 0),
      page: { es: "Crucero de los seis puentes", pt: "Cruzeiro das seis pontes" },
      items: [
        {
          name: "Passeio de 50 minutos",
          tickets: [adult(18), senior(16), child(9)],
          plan: shows([4, 5, 6, 7], ["11:00", "16:00"], 110, { seasonal: true }),
        },
      ],
    },
    {
      key: "opo-caves-gaia",
      type: "scheduled",
      name: "Prova de vinhos nas Caves do Cais Velho",
      category: "food",
      place: ["Caves do Cais Velho", "Avenida de Ramos Pinto, 4400-266 Vila Nova de Gaia", 41.1373, -8.6157],
      booking: booked(0, 24),
      page: { es: "Cata de vinos en Vila Nova de Gaia", pt: "Prova de vinhos em Vila Nova de Gaia" },
      items: [
        { name: "Três vinhos", tickets: [adult(21)], plan: shows([2, 3, 5, 6], ["15:00"], 24) },
        { name: "Cinco vinhos e queijos", tickets: [adult(38, pairs)], plan: shows([5, 6], ["17:30"], 16) },
      ],
    },
    {
      key: "opo-douro",
      type: "scheduled",
      name: "Vale do Douro: duas quintas e barco",
      category: "trips",
      place: ["Estação de São Bento", "Praça de Almeida Garrett, 4000-069 Porto", 41.1456, -8.6109],
      booking: requested(2, 48),
      asks: ["names", "hotel"],
      page: { es: "Valle del Duero con dos bodegas", pt: "Vale do Douro com duas quintas" },
      items: [
        {
          name: "Dia inteiro com almoço",
          tickets: [adult(105, required), child(75)],
          plan: shows([2, 4, 6, 7], ["08:15"], 24, { seasonal: true }),
        },
      ],
    },
    {
      key: "opo-torre-relojoeiro",
      type: "timeless",
      name: "Torre do Relojoeiro: subida",
      category: "museums",
      place: ["Torre do Relojoeiro", "Rua de São Filipe de Nery, 4050-546 Porto", 41.1457, -8.6146],
      booking: booked(0, 0),
      page: { es: "Subida a la Torre del Relojero", pt: "Subida à Torre do Relojoeiro" },
      items: [{ name: "Subida", tickets: [adult(9), student(6), child(4)], plan: days(notMondays, 200) }],
    },
    {
      key: "opo-bicicleta",
      type: "scheduled",
      name: "Porto de bicicleta até à foz",
      category: "adventure",
      place: ["Oficina Pedal da Foz", "Rua do Infante D. Henrique, 4050-297 Porto", 41.1414, -8.6154],
      booking: booked(0, 12),
      page: { es: "Oporto en bicicleta", pt: "Porto de bicicleta", published: false },
      items: [
        { name: "Três horas", tickets: [adult(32), student(26), child(20)], plan: shows([3, 6, 7], ["10:00"], 12) },
      ],
    },
  ],
};

export const portugal: readonly CityProducts[] = [lisboa, porto];
