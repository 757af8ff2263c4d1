import type { audit as enAudit, operators as enOperators } from "../en/operators.ts";
import type { Texts } from "../texts.ts";

export const operators: Texts<typeof enOperators> = {
  title: "Operadores",
  lead: "Pessoas que podem entrar e os seus perfis.",
  role: {
    owner: "Proprietário",
    catalogue: "Catálogo",
    orders: "Reservas",
    "read-only": "Somente leitura",
    door: "Porta",
    guide: "Guia",
  },
  roleLead: {
    owner: "Acesso total, incluindo operadores e registro de auditoria.",
    catalogue: "Produtos, eventos, preços, câmbio, páginas, sites de parceiros, importar e exportar.",
    orders: "Reservas, vouchers, avisos aos parceiros e controle de acesso.",
    "read-only": "Consulta listas e reservas. Não pode alterar nada.",
    door: "Libera a entrada na porta. Não vê e-mails, reservas nem outras páginas.",
    guide:
      "Consulta no celular os próprios eventos e seus clientes, e marca quem chegou. Não vê preços nem outras páginas.",
  },
  state: { active: "Ativo", invited: "Convidado", off: "Não pode entrar" },
  you: "você",
  invite: {
    button: "Convidar",
    title: "Convidar um operador",
    lead: "Você recebe um link de uso único e o envia por conta própria: o serviço não o envia por e-mail.",
    submit: "Criar link",
    made: "Link para %{email}",
    madeLead:
      "O link funciona uma única vez, por sete dias, e não será mostrado de novo. Quem o tiver pode entrar como este operador.",
    link: "Link de uso único",
    copy: "Copiar o link",
    done: "Concluir",
    guideLead: "O recurso cujos eventos esta pessoa consulta.",
  },
  again: {
    button: "Novo link",
    title: "Criar um novo link para %{email}?",
    lead: "Para senha ou segundo fator perdidos. O link anterior deixa de funcionar na hora. A senha, o segundo fator e as sessões atuais terminam quando o novo link é usado.",
  },
  change: {
    button: "Alterar",
    title: "Alterar %{email}",
    active: "Pode entrar",
    activeLead: "Ao desativar, as sessões do operador são encerradas na hora.",
    saved: "%{email} foi alterado.",
  },
  sessions: {
    button: "Sessões",
    title: "Sessões de %{email}",
    ended: "Todas as sessões foram encerradas.",
    unlock: "Desbloquear o acesso",
    unlockLead: "Após muitas tentativas sem sucesso, o acesso fica bloqueado por 15 minutos. Você pode desbloqueá-lo.",
    unlocked: "O operador já pode entrar de novo.",
  },
};

export const audit: Texts<typeof enAudit> = {
  title: "Registro de auditoria",
  lead: "Cada alteração com os valores anteriores e posteriores. As entradas não podem ser editadas.",
  at: "Quando",
  operator: "Operador",
  anyOperator: "Todos os operadores",
  operation: "Ação",
  anyOperation: "Todas as ações",
  subject: "Elemento",
  subjectLead: "Parte de uma referência, um nome ou um endereço",
  subjects: {
    documents: "Documentos para a contabilidade",
    pageRules: "Regras de páginas",
    catalogue: "Arquivo do catálogo",
    secrets: "Todas as chaves secretas",
    unknownVoucher: "Voucher desconhecido",
    record: "Elemento %{id}…",
    before: "Antes de %{year}",
  },
  outcome: "Resultado",
  outcomes: { done: "Feito", refused: "Recusado", forbidden: "Não permitido" },
  nobody: "ninguém",
  show: "Ver os valores alterados",
  nothing: "Esta entrada não tem valores.",
};
