import type { suppliers as en } from "../../en/orders/suppliers.ts";
import type { Texts } from "../../texts.ts";

export const suppliers: Texts<typeof en> = {
  title: "Fornecedores",
  lead: "Empresas que realizam as atividades e como recebem as reservas. Os parceiros não as veem.",
  empty:
    "Não há fornecedores: a sua central de reservas cuida de todas as reservas. Crie um fornecedor para enviá-las a ele.",
  kindLocked: "Somente os perfis Proprietário e Reservas podem alterar isso.",
  field: {
    kind: "Recebe reservas por",
    minutes: "Prazo de resposta (minutos)",
  },
  externalIdLead: "O seu próprio identificador para o fornecedor. Não pode ser alterado depois.",
  langLead: "Idioma dos e-mails e das solicitações ao fornecedor.",
  minutesLead: "Depois disso, a reserva é sinalizada. Um dia equivale a 1440.",
  unfit: "Este valor não é aceito aqui.",
  numberWrong: "Informe um número inteiro de %{minimum} a %{maximum}.",
  within: "responde em %{lasting}",
  products: "%{smart_count} produto |||| %{smart_count} produtos",
  noProducts: "sem produtos",
  create: { button: "Novo fornecedor" },
  delete: { lead: "Só é possível excluir um fornecedor sem produtos nem reservas. Não é possível desfazer." },
  import: {
    button: "Importar produtos",
    title: "Importar produtos de %{name}",
    lead: "Os textos, as fotos, os ingressos e as condições são copiados uma vez, e os produtos ficam sem publicar até que você os publique. As datas e os preços chegam em um minuto se a configuração do fornecedor assim indicar; caso contrário, você os cadastra.",
    cityLead: "Para todos os produtos que você escolher agora, por exemplo MAD.",
    search: "Buscar por nome ou identificador",
    submit: "Importar %{smart_count} produto |||| Importar %{smart_count} produtos",
    left: "Falta %{smart_count} produto |||| Faltam %{smart_count} produtos",
    none: "O fornecedor não oferece produtos assim.",
    more: "Mais %{smart_count} produto: busque-o. |||| Mais %{smart_count} produtos: busque-os.",
    options: "%{smart_count} modalidade |||| %{smart_count} modalidades",
    open: "Abrir",
    done: "Importado",
    obstacle: { "no-dates": "Vendido sem datas", "no-tickets": "Sem ingressos" },
  },
  prices: {
    waiting:
      "%{smart_count} preço de um fornecedor espera a sua decisão |||| %{smart_count} preços de fornecedores esperam a sua decisão",
    title: "Preços em espera",
    lead: "Um fornecedor mudou estes preços mais do que você permite, para 0 ou para outra moeda. A venda segue com os seus preços até que você decida; as datas novas esperam.",
    dates: "%{smart_count} data, %{first} |||| %{smart_count} datas, de %{first} a %{last}",
    change: "%{before} → %{after}",
    isNew: "Nova, a %{after}",
    accept: "Aceitar",
    keep: "Manter os nossos",
    otherCurrency: "O produto tem outra moeda: altere antes o produto.",
    accepted: "Aceito. Os preços entram à venda em dois minutos.",
    kept: "Os seus preços permanecem.",
  },
  secret: {
    title: "Chave secreta de %{name}",
    lead: "As chamadas ao sistema do fornecedor são assinadas com esta chave.",
    rotateLead:
      "Por 24 horas as chamadas são assinadas também com a chave anterior, para que os desenvolvedores possam trocá-la.",
  },
};
