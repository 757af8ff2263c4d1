import type { changes as en } from "../../en/catalogue/changes.ts";
import type { Texts } from "../../texts.ts";

export const changes: Texts<typeof en> = {
  title: "Alterações",
  none: "Sem alterações: tudo já tem estes valores.",
  kind: {
    currencies: "Moedas",
    partners: "Parceiros",
    suppliers: "Fornecedores",
    ticketTypes: "Tipos de ingresso",
    products: "Produtos",
    items: "Modalidades",
    events: "Eventos",
    pages: "Páginas",
  },
  counted: {
    currencies: {
      added: "%{smart_count} moeda nova |||| %{smart_count} moedas novas",
      changed: "%{smart_count} moeda alterada |||| %{smart_count} moedas alteradas",
      removed: "%{smart_count} moeda retirada |||| %{smart_count} moedas retiradas",
    },
    partners: {
      added: "%{smart_count} parceiro novo |||| %{smart_count} parceiros novos",
      changed: "%{smart_count} parceiro alterado |||| %{smart_count} parceiros alterados",
      removed: "%{smart_count} parceiro retirado |||| %{smart_count} parceiros retirados",
    },
    suppliers: {
      added: "%{smart_count} fornecedor novo |||| %{smart_count} fornecedores novos",
      changed: "%{smart_count} fornecedor alterado |||| %{smart_count} fornecedores alterados",
      removed: "%{smart_count} fornecedor retirado |||| %{smart_count} fornecedores retirados",
    },
    ticketTypes: {
      added: "%{smart_count} tipo de ingresso novo |||| %{smart_count} tipos de ingresso novos",
      changed: "%{smart_count} tipo de ingresso alterado |||| %{smart_count} tipos de ingresso alterados",
      removed: "%{smart_count} tipo de ingresso retirado |||| %{smart_count} tipos de ingresso retirados",
    },
    products: {
      added: "%{smart_count} produto novo |||| %{smart_count} produtos novos",
      changed: "%{smart_count} produto alterado |||| %{smart_count} produtos alterados",
      removed: "%{smart_count} produto retirado |||| %{smart_count} produtos retirados",
    },
    items: {
      added: "%{smart_count} modalidade nova |||| %{smart_count} modalidades novas",
      changed: "%{smart_count} modalidade alterada |||| %{smart_count} modalidades alteradas",
      removed: "%{smart_count} modalidade retirada |||| %{smart_count} modalidades retiradas",
    },
    events: {
      added: "%{smart_count} evento novo |||| %{smart_count} eventos novos",
      changed: "%{smart_count} evento alterado |||| %{smart_count} eventos alterados",
      removed: "%{smart_count} evento retirado |||| %{smart_count} eventos retirados",
    },
    pages: {
      added: "%{smart_count} página nova |||| %{smart_count} páginas novas",
      changed: "%{smart_count} página alterada |||| %{smart_count} páginas alteradas",
      removed: "%{smart_count} página retirada |||| %{smart_count} páginas retiradas",
    },
  },
  list: {
    title: "Alterações feitas",
    lead: "Alterações de produtos e eventos, a mais recente primeiro. Cada uma pode ser desfeita enquanto ninguém tiver alterado os mesmos valores depois.",
    none: "Ninguém alterou um produto ou um evento ainda.",
  },
  report: "Alteração",
  undo: {
    button: "Desfazer esta alteração",
    yes: "Desfazer",
    lead: "Os valores alterados voltam a ser os de antes. Os parceiros recebem uma atualização normal. E-mails e avisos já enviados não podem ser recolhidos.",
    kept: "%{smart_count} valor foi alterado depois e fica como está. |||| %{smart_count} valores foram alterados depois e ficam como estão.",
    lost: "O estado anterior a esta alteração não está mais salvo: %{list}.",
    done: "A alteração foi desfeita.",
  },
  before: "Antes",
  after: "Depois",
  new: "Novo",
  removed: "Retirado",
  unseen: "não visível para os parceiros",
  more: "Mais %{smart_count} não aparece na lista. |||| Mais %{smart_count} não aparecem na lista.",
  nothing: "nenhum",
  yes: "sim",
  no: "não",
  guests:
    "Afeta %{smart_count} reserva com %{seats} vagas: o cliente nota a mudança. |||| Afeta %{smart_count} reservas com %{seats} vagas: os clientes notam a mudança.",
  guestsFacts:
    "O que muda para eles: %{list}. Os novos vouchers e e-mails já dizem isso; quem já tem o seu só fica sabendo por e-mail.",
  guestsGone: "o evento sai de venda",
  guestsMoreEvents: "Um e-mail alcança %{n} eventos de uma vez: repita-o para os outros %{more}.",
  guestsNamed: "Reservas afetadas",
  guestsUnnamed: "E mais %{smart_count} reserva. |||| E mais %{smart_count} reservas.",
  tellGuests: "Escrever ao cliente |||| Escrever aos clientes de %{smart_count} reservas",
  moves:
    "%{smart_count} evento com %{seats} vagas reservadas muda de horário: %{times}. |||| %{smart_count} eventos com %{seats} vagas reservadas mudam de horário: %{times}.",
  movesLead:
    "Você pode salvar e mover as reservas para o novo horário, com um e-mail aos clientes. Se apenas salvar, as reservas continuam válidas no horário anterior.",
  movesMore: "São movidos %{n} eventos de uma vez. Mova as reservas dos outros %{more} na página de cada evento.",
  saveAndMove: "Salvar e mover as reservas",
  saveAndTell: "Salvar e escrever aos clientes",
  outdated: "%{languages}: sem alteração, desatualizado?",
  outdatedTexts:
    "Os textos em %{languages} ficam como estavam, embora outro idioma mude. Estão marcados abaixo: confira-os antes de salvar.",
  soldEvents:
    "%{smart_count} evento alterado tem vagas vendidas (%{seats}). As reservas mantêm o preço. |||| %{smart_count} eventos alterados têm vagas vendidas (%{seats}). As reservas mantêm o preço.",
  overbooked:
    "%{smart_count} evento vendeu mais vagas do que a sua nova capacidade. |||| %{smart_count} eventos venderam mais vagas do que a sua nova capacidade.",
  removedSold:
    "%{smart_count} evento com vagas vendidas (%{seats}) sai de venda. As reservas continuam válidas. |||| %{smart_count} eventos com vagas vendidas (%{seats}) saem de venda. As reservas continuam válidas.",
  copies:
    "%{smart_count} parceiro guarda uma cópia do catálogo. |||| %{smart_count} parceiros guardam uma cópia do catálogo.",
  copiesNone: "No momento nenhum parceiro guarda uma cópia do catálogo.",
  copiesUntouched: "Os parceiros não recebem nada novo: nenhum dado que eles leem muda.",
  brings: "A próxima atualização dos parceiros traz: %{list}.",
  bring: {
    products: "%{smart_count} produto |||| %{smart_count} produtos",
    events: "%{smart_count} evento |||| %{smart_count} eventos",
    pages: "%{smart_count} página |||| %{smart_count} páginas",
    currencies: "%{smart_count} moeda |||| %{smart_count} moedas",
    deletedProducts: "%{smart_count} exclusão |||| %{smart_count} exclusões",
  },
};
