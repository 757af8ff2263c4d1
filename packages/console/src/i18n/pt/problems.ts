import type { problems as en } from "../en/problems.ts";
import type { Texts } from "../texts.ts";

export const problems: Texts<typeof en> = {
  unreachable: "Não foi possível contatar o serviço. Verifique a conexão e tente de novo.",
  "internal-error": "O serviço não conseguiu responder. A causa está no registro dele.",
  overloaded: "O serviço não pode atender este pedido agora. Tente daqui a pouco.",
  "too-many-requests": "Tentativas demais. Tente de novo daqui a %{minutes} minutos.",
  "sign-in-failed": "O e-mail, a senha ou o código está errado.",
  "signed-out": "A sua sessão terminou. Entre de novo.",
  "role-forbidden": "A sua função não permite isto.",
  "invitation-over": "Este link já foi usado, foi substituído ou é antigo demais. Peça outro a um proprietário.",
  "password-wrong": "A senha atual está errada.",
  "code-wrong": "O código está errado ou já foi usado. Espere o próximo.",
  "email-taken": "Já existe um operador com este e-mail.",
  "last-owner": "É o último proprietário: antes, outra pessoa precisa se tornar um.",
  "changed-meanwhile": "Outra pessoa alterou isto nesse meio-tempo. A sua alteração não foi salva.",
  "status-changed": "O pedido mudou nesse meio-tempo: isto não é mais possível.",
  "not-found": "Não existe, ou deixou de existir.",
  "invalid-field": "Algum dado não serve: %{detail}",
  "partner-taken": "Já existe um parceiro com este id.",
  "too-many-keys": "Já tem duas chaves deste tipo: revogue uma antes.",
  "key-revoked": "Esta chave já estava revogada.",
  "nothing-matches": "Não há notificações assim.",
  "supplier-taken": "Já existe um fornecedor com este id.",
  "supplier-in-use": "Há produtos ou pedidos, também passados, que citam este fornecedor: não pode ser excluído.",
  "white-label-in-use": "Há páginas que citam esta marca branca: altere-as ou exclua-as antes.",
  other: "Recusado: %{detail}",
};
