import type { exchange as en } from "../../en/catalogue/exchange.ts";
import type { Texts } from "../../texts.ts";

export const exchange: Texts<typeof en> = {
  title: "Importar e exportar",
  lead: "O catálogo como arquivo, e os eventos com seus preços como tabela para uma planilha.",
  kind: { catalogue: "Arquivo de catálogo", events: "Tabela de eventos" },
  import: {
    title: "Importar",
    choose: "Escolher um arquivo",
    another: "Escolher outro arquivo",
    lead: "Um arquivo de catálogo (.json) ou uma tabela de eventos e preços (.csv, .xlsx), de até 20 MB; também pode ser solto aqui. Você vê todas as alterações antes que algo mude.",
    would: "%{n} registro mudaria. |||| %{n} registros mudariam.",
    rows: "%{n} linha foi lida. |||| %{n} linhas foram lidas.",
    skipped: "%{n} é de um dia que já passou e é ignorada. |||| %{n} são de dias que já passaram e são ignoradas.",
    mend: "Enquanto houver algo errado, nada pode ser importado. Corrija o arquivo e escolha-o de novo.",
    run: "Importar %{n} alteração |||| Importar %{n} alterações",
    done: "Importado: %{n} registro foi alterado. |||| Importado: %{n} registros foram alterados.",
    overtaken:
      "Outra pessoa alterou alguns destes registros nesse meio-tempo, por isso nada foi importado. Isto é o que o arquivo faria agora.",
  },
  unfit: {
    kind: "O nome do arquivo deve terminar em .json, .csv ou .xlsx.",
    size: "O arquivo tem mais de 20 MB.",
    unreadable: "O navegador não consegue ler o arquivo. Ele foi movido ou está aberto em outro programa?",
  },
  mistakes: "Há %{n} erro no arquivo. |||| Há %{n} erros no arquivo.",
  mistakesTitle: "O que está errado no arquivo",
  row: "Linha",
  line: "Linha",
  column: "Coluna",
  field: "Campo",
  wrong: "O que está errado",
  events: {
    title: "Exportar eventos e preços",
    lead: "Um evento por linha, com capacidade, vendas e preços. Altere-o em uma planilha e importe-o de novo: células vazias não mudam nada, e um “-” no lugar de um preço retira esse ingresso do evento.",
    fromLead: "Vazio: a partir de ontem.",
    saveXlsx: "Salvar como XLSX",
    saveCsv: "Salvar como CSV",
  },
  catalogue: {
    title: "Exportar o catálogo",
    lead: "Um arquivo de catálogo, que pode ser guardado, comparado e importado de novo.",
    kinds: "O que ele contém",
    none: "Escolha ao menos um.",
    city: "Produtos desta cidade",
    everyCity: "todas as cidades",
    save: "Salvar como JSON",
  },
};
