import type { importExport as en } from "../../en/catalogue/import-export.ts";
import type { Texts } from "../../texts.ts";

export const importExport: Texts<typeof en> = {
  title: "Importar e exportar",
  lead: "Exporte o catálogo para um arquivo e os eventos com preços para uma planilha, e importe-os de novo.",
  kind: { catalogue: "Arquivo de catálogo", events: "Tabela de eventos" },
  import: {
    title: "Importar",
    choose: "Escolher um arquivo",
    another: "Escolher outro arquivo",
    lead: "Um arquivo de catálogo (.json) ou uma tabela de eventos (.csv, .xlsx) de até 20 MB. Escolha-o ou solte-o aqui. Você vê todas as alterações antes de importá-las.",
    would: "%{n} registro mudaria. |||| %{n} registros mudariam.",
    rows: "%{n} linha foi lida. |||| %{n} linhas foram lidas.",
    skipped: "%{n} linha de um dia passado é ignorada. |||| %{n} linhas de dias passados são ignoradas.",
    mend: "Corrija o arquivo e escolha-o de novo. Nada é importado enquanto houver erros.",
    run: "Importar %{n} alteração |||| Importar %{n} alterações",
    done: "Importado: %{n} registro foi alterado. |||| Importado: %{n} registros foram alterados.",
    conflict: "Outro operador alterou alguns destes registros, por isso nada foi importado. Esta é a nova prévia.",
  },
  unfit: {
    kind: "O nome do arquivo deve terminar em um destes: %{list}.",
    size: "O arquivo tem mais de 20 MB.",
    unreadable: "O navegador não consegue ler o arquivo. Ele pode estar aberto em outro programa.",
  },
  errors: "O arquivo tem %{n} erro. |||| O arquivo tem %{n} erros.",
  errorsTitle: "Erros do arquivo",
  row: "Linha",
  line: "Linha",
  column: "Coluna",
  field: "Campo",
  wrong: "Erro",
  events: {
    title: "Exportar eventos e preços",
    lead: "Um evento por linha com capacidade, vendas e preços. Edite a tabela em uma planilha e importe-a. Células vazias não alteram nada. Um “-” no lugar do preço remove esse ingresso.",
    fromLead: "Vazio: a partir de ontem.",
  },
  catalogue: {
    title: "Exportar o catálogo",
    lead: "Um arquivo de catálogo para backup, comparação ou importação.",
    kinds: "Conteúdo",
    none: "Escolha ao menos um.",
    city: "Produtos desta cidade",
    save: "Salvar como JSON",
  },
};
