import type { home as en } from "../en/home.ts";
import type { Texts } from "../texts.ts";

export const home: Texts<typeof en> = {
  title: "Empresa",
  lead: "O que vale para toda a empresa.",
  section: "Fuso horário e moeda",
  timeZoneLead: "Os relatórios contam os dias neste fuso horário. Cada produto tem o seu para os eventos.",
  currencyLead: "A sua moeda. Vendas, reservas e reembolsos aparecem nela, e os novos produtos a propõem.",
  noZone: "Informe um fuso horário, como America/Sao_Paulo.",
  rate: "%{code} por um dólar americano",
  rateLead: "%{code} é adicionada às suas moedas. Os parceiros leem os preços em dólares.",
  saved: "Os dados foram salvos.",
  setup: {
    title: "Primeiros passos",
    open: "Resta %{smart_count} passo pendente. |||| Restam %{smart_count} passos pendentes.",
    left: "Falta %{smart_count} passo para vender. |||| Faltam %{smart_count} passos para vender.",
    dismiss: "Ocultar os primeiros passos",
    showSteps: "Mostrar",
    hideSteps: "Ocultar",
    done: "Feito:",
    home: "Escolha o fuso horário e a moeda",
    homeLead: "Para os dias dos relatórios e para os preços.",
    product: "Crie o primeiro produto",
    productLead: "Com modalidades, ingressos, preços e datas.",
    partner: "Adicione o primeiro parceiro",
    partnerLead: "Com uma chave para o site dele.",
    ownSite: "Ou crie o seu próprio site",
    mail: "Configure o e-mail",
    mailLead: "Para enviar vouchers aos clientes e reservas aos fornecedores.",
    letters: "Escreva aos clientes",
    lettersLead:
      "Cada cliente recebe por e-mail a confirmação com o voucher. Todos os e-mails ficam desativados até você ativá-los.",
    secondFactor: "Ative o seu segundo fator",
    secondFactorLead: "Assim uma senha roubada não basta.",
  },
};
