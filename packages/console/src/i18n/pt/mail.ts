import type { mail as en } from "../en/mail.ts";
import type { Texts } from "../texts.ts";

export const mail: Texts<typeof en> = {
  title: "Servidor de e-mail",
  lead: "Para enviar vouchers aos clientes e reservas aos fornecedores. As alterações valem na hora.",
  environment: "O servidor de e-mail está definido no ambiente do serviço (SMTP_URL e MAIL_FROM). Altere-o lá.",
  unset: "Não há servidor de e-mail: nenhum e-mail é enviado.",
  saved: "O servidor de e-mail foi salvo.",
  field: {
    host: "Servidor",
    hostLead: "Por exemplo, smtp.example.com",
    port: "Porta",
    portLead: "Normalmente 587 ou 465",
    portWrong: "Um número de 1 a 65535.",
    security: "Criptografia",
    user: "Usuário",
    userLead: "Vazio: sem autenticação.",
    passwordLead: "Vazia: a senha salva.",
    from: "Endereço do remetente",
    fromLead: "Clientes e fornecedores o veem e respondem a ele.",
  },
  security: {
    auto: "Se o servidor oferecer",
    starttls: "STARTTLS, sempre",
    tls: "TLS desde o início (porta 465)",
  },
  test: {
    button: "Enviar um e-mail de teste",
    sent: "O servidor de e-mail aceitou o e-mail para %{to}. Verifique se ele chega.",
  },
  fault: {
    none: "Não há servidor de e-mail.",
    settings: "Não foi possível ler a configuração do servidor de e-mail.",
    "sign-in": "O servidor de e-mail recusou o usuário ou a senha.",
    refused: "O servidor de e-mail recusou a mensagem.",
    "refused-now": "O servidor de e-mail recusou a mensagem por enquanto. Tente mais tarde.",
    unconfirmed: "O servidor de e-mail recebeu a mensagem, mas não a confirmou. Ela pode chegar.",
    slow: "O servidor de e-mail não respondeu a tempo. Confira o servidor e a porta.",
    encryption:
      "Sem conexão criptografada: o servidor não a oferece ou o certificado não é válido. Confira a porta e a criptografia.",
    "unknown-host": "Não existe servidor com esse nome.",
    unreachable: "Não é possível conectar ao servidor de e-mail. Confira o servidor e a porta.",
  },
  delete: {
    button: "Excluir o servidor de e-mail",
    title: "Excluir o servidor de e-mail?",
    lead: "Nenhum e-mail será mais enviado, e as reservas de fornecedores por e-mail esperarão pela sua central de reservas.",
    done: "O servidor de e-mail foi excluído.",
  },
};
