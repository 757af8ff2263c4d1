import type { home as en } from "../en/home.ts";
import type { Texts } from "../texts.ts";

export const home: Texts<typeof en> = {
  title: "Estabelecimento",
  lead: "O que vale para todo o estabelecimento.",
  section: "Fuso horário e moeda",
  timeZoneLead: "Os relatórios contam os dias neste fuso horário. Cada produto tem o seu para os eventos.",
  currencyLead: "A sua moeda, proposta nos novos produtos.",
  noZone: "Informe um fuso horário, como America/Sao_Paulo.",
  rate: "%{code} por um dólar americano",
  rateLead: "%{code} é adicionada às suas moedas. Os parceiros leem os preços em dólares.",
  saved: "Os dados foram salvos.",
  channels: {
    title: "Canais de venda",
    lead: "Os canais que usam o OCTO, o padrão do setor, vendem os seus produtos com a chave de um parceiro. Veem quantas vagas restam.",
    octo: "Vender por OCTO",
    address: "Endereço para o canal",
    partner: "Crie um parceiro com uma chave para cada canal.",
    products: "%{smart_count} produto é vendido por OCTO. |||| %{smart_count} produtos são vendidos por OCTO.",
    hidden:
      "%{smart_count} produto não pode ser vendido por OCTO |||| %{smart_count} produtos não podem ser vendidos por OCTO",
    saved: "O canal foi guardado.",
    reason: {
      weights: "pede o peso",
      hotel: "pede o hotel: só os canais com recolha o vendem",
      flight: "pede o voo",
      question: "tem uma pergunta obrigatória",
      items: "não tem modalidades publicadas",
    },
  },
  setup: {
    title: "Primeiros passos",
    left: "Falta %{smart_count} passo para vender. |||| Faltam %{smart_count} passos para vender.",
    dismiss: "Ocultar os primeiros passos",
    done: "Feito:",
    home: "Escolha o fuso horário e a moeda",
    homeLead: "Para os dias dos relatórios e para os preços.",
    product: "Crie o primeiro produto",
    productLead: "Com modalidades, ingressos, preços e datas.",
    partner: "Adicione o primeiro parceiro",
    partnerLead: "Com uma chave para o site dele.",
    mail: "Configure o e-mail",
    mailLead: "Para enviar vouchers aos clientes e reservas aos fornecedores.",
    secondFactor: "Ative o seu segundo fator",
    secondFactorLead: "Assim uma senha roubada não basta.",
  },
};
