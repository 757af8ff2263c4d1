import type { frame as en } from "../en/frame.ts";
import type { Texts } from "../texts.ts";

export const frame: Texts<typeof en> = {
  language: "Idioma",
  languages: { es: "Español", pt: "Português", en: "English" },
  appearance: { title: "Aparência", system: "Como o sistema", light: "Claro", dark: "Escuro" },
  menu: {
    open: "Abrir o menu",
    main: "Menu principal",
    sales: "Vendas",
    house: "Administração",
  },
  account: "Minha conta",
  accountOf: "Conta de %{name}",
  signOut: "Sair",
  skip: "Ir para o conteúdo",
  sandboxName: "Ambiente de testes",
  sandbox: "Ambiente de testes: aqui todos os pedidos são testes. Nada é vendido e nenhum fornecedor é consultado.",
  loading: "Carregando …",
  page: {
    notFound: { title: "Não há nada aqui", text: "O endereço está errado, ou o que havia aqui não existe mais." },
    denied: {
      title: "Não para a sua função",
      text: "A sua função não abre esta página. Um proprietário pode mudá-la.",
    },
    failed: {
      title: "Esta página parou de funcionar",
      text: "Nada foi alterado. Carregue-a de novo; se acontecer outra vez, informe a quem cuida do serviço o que está abaixo.",
      again: "Carregar de novo",
    },
    home: "Ir para a página inicial",
  },
  action: {
    cancel: "Cancelar",
    close: "Fechar",
    save: "Salvar",
    copy: "Copiar",
    copied: "Copiado",
    more: "Mais ações",
    reload: "Carregar de novo",
    clearFilters: "Tirar os filtros",
    filters: "Filtros",
  },
  list: {
    none: "Não há nada para mostrar.",
    noneFiltered: "Nada corresponde a estes filtros.",
  },
  required: "Este dado é necessário.",
  showPassword: "Mostrar a senha",
  hidePassword: "Ocultar a senha",
};
