import type {
  channels as channelsEn,
  ownBrand as ownBrandEn,
  pullChannels as pullChannelsEn,
} from "../en/home-sections.ts";
import type { Texts } from "../texts.ts";

/** Sections of the page of the operator's own settings. */

export const ownBrand: Texts<typeof ownBrandEn> = {
  title: "Logotipo, cor e contato",
  lead: "Neste console, nos vouchers, nos e-mails, no seu site e nas páginas para parceiros.",
  logo: "Logotipo",
  addLogo: "Escolher um logotipo",
  otherLogo: "Escolher outro logotipo",
  removeLogo: "Remover o logotipo",
  logoLead: "PNG, WebP, JPEG ou AVIF, também com fundo transparente. SVG não é aceito.",
  colour: "Cor",
  pickColour: "Escolher uma cor",
  colourLead: "Deixe em branco para usar as cores do Paseo.",
  noColour: "Digite uma cor, por exemplo %{example}.",
  onBand: "Barras",
  onLight: "Botões e links, modo claro",
  onDark: "Botões e links, modo escuro",
  readable: "A cor é legível em toda parte.",
  name: "Nome da empresa",
  nameLead: "Em todas as páginas, e-mails e vouchers. Vazio: o nome definido pelo seu administrador.",
  taxNumber: "Número fiscal",
  taxNumberLead: "Como deve ser impresso, com o nome do registro: CNPJ 00.000.000/0001-00.",
  dayPhone: "Telefone no dia",
  dayPhoneLead: "Os clientes ligam se estão atrasados ou não encontram o local.",
  email: "E-mail para clientes",
  emailLead: "No rodapé de cada e-mail e nos vouchers.",
  saved: "Logotipo, cor e contato foram salvos.",
  missed: {
    band: "Nem texto branco nem escuro fica legível sobre esta cor (contraste %{contrast}:1, mínimo %{least}:1): as barras usam %{shade}.",
    light:
      "Em páginas claras esta cor é clara demais (contraste %{contrast}:1, mínimo %{least}:1): botões e links usam %{shade}.",
    dark: "Em páginas escuras esta cor é escura demais (contraste %{contrast}:1, mínimo %{least}:1): botões e links usam %{shade}.",
  },
};

export const channels: Texts<typeof channelsEn> = {
  title: "Canais de venda",
  lead: "Os canais que usam o OCTO, o padrão do setor, vendem os seus produtos com a chave de um parceiro. Veem quantas vagas restam.",
  octo: "Vender por OCTO",
  address: "Endereço para o canal",
  partner: "Crie um parceiro com uma chave para cada canal.",
  products: "%{smart_count} produto é vendido por OCTO. |||| %{smart_count} produtos são vendidos por OCTO.",
  hidden:
    "%{smart_count} produto não pode ser vendido por OCTO |||| %{smart_count} produtos não podem ser vendidos por OCTO",
  saved: "O canal foi salvo.",
  reason: {
    weights: "pede o peso",
    hotel: "pede o hotel: só os canais com embarque o vendem",
    flight: "pede o voo",
    question: "tem uma pergunta obrigatória",
    items: "não tem modalidades publicadas",
    names: "pede os nomes de todos os viajantes",
    confirmation: "é confirmado mais tarde, não na hora",
    category: "o ingresso %{code} não tem categoria aqui: escolha uma acima",
    "several-people":
      "o ingresso %{code} é para várias pessoas ou para o evento inteiro, e a sua categoria é uma pessoa",
    "shared-category": "o ingresso %{code} tem a mesma categoria que outro",
  },
};

export const pullChannels: Texts<typeof pullChannelsEn> = {
  lead: {
    getyourguide:
      "O GetYourGuide se conecta ao seu sistema para consultar vagas e reservar. Só o portal dele pode certificar a conexão.",
    viator:
      "O Viator se conecta ao seu sistema para consultar vagas e reservar. Só os testes dele podem certificar a conexão.",
  },
  active: "Vender no %{name}",
  partnerLead: "As reservas são deste parceiro. O canal se identifica com uma das chaves dele.",
  supplierIdWrong: "Informe o número que recebeu do Viator.",
  country: "País",
  countryWrong: "Informe duas letras, como BR.",
  notifyAddress: "Endereço para avisar de mudanças de vagas",
  notifyLead: "Vazio: nenhum aviso é enviado. O endereço do canal é %{address}.",
  notifyUser: "Usuário no canal",
  notifyPassword: { getyourguide: "Senha no canal", viator: "Chave de API do Viator" },
  credentials: "Acesso",
  key: {
    getyourguide: "Autenticação Basic. Qualquer usuário; a senha é uma chave do parceiro.",
    viator: "A chave que o Viator emitiu. Adicione-a aqui como chave do parceiro.",
  },
  addKey: "Adicionar a chave do Viator",
  addKeyLead: "A chave passa a ser uma das chaves do parceiro e serve só para este canal. Não será mostrada de novo.",
  testKey: "Chave de teste: as reservas são de teste",
  keyAdded: "A chave foi adicionada.",
  tickets: "Ingressos e suas categorias",
  ticketsMissing: "%{smart_count} ingresso não tem categoria |||| %{smart_count} ingressos não têm categoria",
  noCategory: "Nenhuma",
  options: "%{smart_count} modalidade pode ser vendida |||| %{smart_count} modalidades podem ser vendidas",
  option: "Modalidade",
  optionId: "ID do produto para o canal",
  state: "Situação",
  asked: "O canal já a consultou",
  notAsked: "Ainda sem conexão",
  notTaken: "O canal não aceitou o último aviso: %{why} Próxima tentativa: %{at}.",
  notices: "Avisos sobre vagas",
  lastSent: "O canal aceitou o último em %{at}.",
  noneSent: "Ainda não aceitou nenhum.",
  failing: "Recusa os de %{smart_count} modalidade. |||| Recusa os de %{smart_count} modalidades.",
  hidden: "%{smart_count} modalidade não pode ser vendida |||| %{smart_count} modalidades não podem ser vendidas",
};
