import type { priceLists as enPriceLists } from "../../en/partners/price-lists.ts";
import type { Texts } from "../../texts.ts";

export const priceLists: Texts<typeof enPriceLists> = {
  title: "Tabelas de preços",
  lead: "Linhas que vários parceiros compartilham. Uma nova versão de uma tabela vale para todos os seus parceiros.",
  empty: "Ainda não há tabelas de preços.",
  create: "Nova tabela de preços",
  created: "%{name} foi criada. Adicione a primeira versão.",
  rename: "Renomear",
  renamed: "A tabela de preços foi renomeada.",
  lines: "Linhas",
  usedBy: "Usada por",
  nobody: "Nenhum parceiro a usa.",
  versions: "Versões",
  noVersion: "Ainda sem versão: a tabela não altera nenhum preço.",
  newVersion: "Nova versão",
  newVersionOf: "Nova versão de %{name}",
  versionLead: "Substitui a versão atual assim que passa a valer, para todos os parceiros da tabela.",
  present: "Atual",
  lineCount: "%{smart_count} linha |||| %{smart_count} linhas",
  save: "Salvar versão",
  saved: "A versão foi salva.",
};
