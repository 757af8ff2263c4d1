import type { suppliers as en } from "../../en/orders/suppliers.ts";
import type { Texts } from "../../texts.ts";

export const suppliers: Texts<typeof en> = {
  title: "Fornecedores",
  lead: "Quem realiza as atividades, e como cada um é consultado. Os parceiros não os veem.",
  empty: "Não há fornecedores: todos os pedidos esperam no seu balcão. Crie um para que seja consultado.",
  kind: {
    desk: "Por e-mail ou balcão próprio",
    http: "Sistema próprio",
    simulator: "Simulador",
  },
  kindLead: {
    desk: "Recebe um e-mail com um link para responder. Sem endereço, os pedidos esperam no seu balcão.",
    http: "O serviço chama o sistema dele, com assinatura.",
    simulator:
      "Os pedidos são confirmados sem consultar ninguém. Apenas em uma demonstração ou no ambiente de testes; nos demais casos, os pedidos esperam no seu balcão.",
  },
  kindLocked: "Só proprietários e o perfil de pedidos podem alterar como um fornecedor é consultado.",
  field: {
    name: "Nome",
    externalId: "Id",
    kind: "Como é consultado",
    email: "E-mail",
    url: "Endereço do sistema",
    lang: "Idioma",
    minutes: "Deve responder em (minutos)",
  },
  externalIdLead: "O id que você lhe dá. Nunca muda.",
  emailLead: "Pode ficar vazio.",
  urlLead: "Começa com https://",
  langLead: "Do que lhe é escrito.",
  minutesLead: "Depois, o pedido é sinalizado para o seu balcão. Um dia são 1440.",
  minutesWrong: "Um número inteiro de 1 a 43200.",
  ownDesk: "Os pedidos esperam no seu balcão",
  nobody: "Ninguém é consultado",
  within: "responde em %{lasting}",
  products: "%{smart_count} produto |||| %{smart_count} produtos",
  noProducts: "sem produtos",
  saved: "%{name} foi salvo.",
  act: {
    change: "Alterar",
    secret: "Segredo",
    delete: "Excluir",
  },
  create: {
    button: "Novo fornecedor",
    title: "Um novo fornecedor",
  },
  change: {
    title: "Alterar %{name}",
  },
  delete: {
    title: "Excluir %{name}?",
    lead: "Só pode ser excluído um fornecedor que nenhum produto nem pedido cite. Não dá para desfazer.",
    done: "%{name} foi excluído.",
  },
  secret: {
    title: "Segredo de %{name}",
    lead: "Com ele as chamadas ao sistema são assinadas.",
    rotateTitle: "Um novo segredo para %{name}?",
    rotateLead:
      "Por 24 horas as chamadas são assinadas também com o segredo anterior, para que os desenvolvedores possam trocá-lo.",
  },
};
