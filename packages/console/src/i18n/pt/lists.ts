import type { commands as enCommands, lists as enLists } from "../en/lists.ts";
import type { Texts } from "../texts.ts";

export const lists: Texts<typeof enLists> = {
  display: "Linhas e colunas",
  density: { title: "Altura das linhas", compact: "Uma linha", comfortable: "Duas linhas" },
  columns: "Colunas",
  panel: {
    open: "Mostrar ao lado da lista: %{name}",
    page: "Abrir a página",
  },
  undo: "Desfazer",
  undone: "Desfeito.",
  inline: {
    seats: "Mudar a capacidade: %{name}",
    price: "Mudar o preço de %{ticket}: %{name}",
    seatsDone: "Capacidade: %{former} → %{value}.",
    priceDone: "%{ticket}: %{former} → %{value}.",
    stepsDone: "Os preços por quantidade mudaram com ele.",
    seatsWrong: "Um número inteiro de 0 a 1.000.000, ou nada para não haver limite.",
    tooFew: "Há %{sold} vagas vendidas, mais do que a nova capacidade de %{capacity}. Está certo?",
    tooFewTitle: "Menos vagas do que as vendidas",
    noLimit: "A capacidade, de %{capacity}, é retirada: o evento poderá ser vendido sem limite. Está certo?",
    noLimitTitle: "Sem limite de vagas?",
    past: "Este evento não pode mais ser alterado.",
  },
};

export const commands: Texts<typeof enCommands> = {
  kind: { actions: "Ações", pages: "Páginas" },
  sell: "vender, venda, ingresso, reservar",
  eventList: "Lista de eventos",
  lead: "Páginas, ações, clientes, reservas, produtos e eventos. Experimente “fechar flamenco hoje”.",
  words: {
    close: "fechar, fecha",
    open: "abrir, abre, reabrir",
    inform: "avisar, avisa",
    move: "mover, move",
    cancel: "cancelar, cancela",
    today: "hoje à noite, esta noite, de hoje, hoje",
    tomorrow: "amanhã",
    ignored: "o, a, os, as, de, da, do, das, dos, em, no, na, para, vendas, reservas, todas, clientes",
  },
};
