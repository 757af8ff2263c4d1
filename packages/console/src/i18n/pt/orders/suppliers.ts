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
  langLead: "Idioma das mensagens ao fornecedor.",
  minutesLead: "Depois disso, a reserva é sinalizada. Um dia equivale a 1440.",
  numberWrong: "Informe um número inteiro de %{minimum} a %{maximum}.",
  within: "responde em %{lasting}",
  products: "%{smart_count} produto |||| %{smart_count} produtos",
  noProducts: "sem produtos",
  create: { button: "Novo fornecedor" },
  delete: { lead: "Só é possível excluir um fornecedor sem produtos nem reservas. Não é possível desfazer." },
  secret: {
    title: "Segredo de %{name}",
    lead: "As chamadas ao sistema do fornecedor são assinadas com este segredo.",
    rotateLead:
      "Por 24 horas as chamadas são assinadas também com o segredo anterior, para que os desenvolvedores possam trocá-lo.",
  },
};
