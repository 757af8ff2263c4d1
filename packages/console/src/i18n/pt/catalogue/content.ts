import type { content as en } from "../../en/catalogue/content.ts";
import type { Texts } from "../../texts.ts";

export const content: Texts<typeof en> = {
  title: "Páginas",
  lead: "Páginas de cidade, categoria e produto dos sites dos parceiros, por idioma.",
  create: "Nova página",
  everyType: "Todos os tipos",
  everySite: "Todos os sites",
  both: "Publicadas ou não",
  hidden: "Não publicada",
  page: "Página",
  saved: "%{name} foi salva.",
  taken: "Já existe uma página com este identificador.",
  type: { city: "Cidade", category: "Categoria", product: "Produto" },
  lang: { es: "Espanhol", pt: "Português", en: "Inglês" },
  field: {
    name: "Nome",
    url: "Endereço",
    externalId: "Identificador",
    type: "Tipo",
    cityCode: "Código da cidade",
    whiteLabel: "Código do site",
    whiteLabels: "Sites de parceiros",
    published: "Publicada",
  },
  idLead: "O seu próprio identificador. Não pode ser alterado depois.",
  idStays: "O identificador não pode ser alterado.",
  urlLead: "Sem https: //www.example.com/pt/madrid",
  publishedLead: "Os parceiros só veem páginas publicadas.",
  sitesLead: "Nenhuma selecionada: em nenhum site.",
  fault: {
    address: "Escreva um endereço como //www.example.com/pt/madrid.",
    language: "Informe um nome e um endereço em pelo menos um idioma.",
  },
  present: {
    text: "Outro operador salvou: %{names}; cidade %{city}; %{published}. Os seus valores continuam no formulário. Salve para sobrescrever ou use os valores salvos.",
    take: "Usar os salvos",
  },
  delete: {
    lead: "Não é possível desfazer. Os parceiros a leem como não publicada.",
    done: "%{name} foi excluída.",
  },
};
