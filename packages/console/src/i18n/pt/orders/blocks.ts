import type { blocks as en } from "../../en/orders/blocks.ts";
import type { Texts } from "../../texts.ts";

export const blocks: Texts<typeof en> = {
  title: "Vagas bloqueadas",
  button: "Bloquear vagas",
  createTitle: "Bloquear vagas para um grupo",
  createLead: "As vagas ficam fora da venda até a liberação. Nesse dia voltam à venda automaticamente.",
  name: "Grupo",
  contactLead: "Quem fala pelo grupo e como falar com a pessoa.",
  note: "Observação",
  seats: "Vagas",
  release: "Liberação",
  releaseLead: "Horário de %{zone}, no máximo até o início do evento.",
  count: "%{smart_count} vaga |||| %{smart_count} vagas",
  until: "até %{at}",
  changeTitle: "Alterar o bloqueio de %{name}",
  releaseNow: "Liberar agora",
  releaseTitle: "Liberar as vagas de %{name}?",
  releaseNowLead: "%{smart_count} vaga volta à venda na hora. |||| %{smart_count} vagas voltam à venda na hora.",
  created: "%{smart_count} vaga bloqueada para %{name}. |||| %{smart_count} vagas bloqueadas para %{name}.",
  saved: "O bloqueio de %{name} foi salvo.",
  released: "As vagas de %{name} estão à venda de novo.",
  soon: "Vagas bloqueadas com liberação próxima",
  soonLead: "Liberação em até 3 dias. Venda as vagas ao grupo ou altere o dia da liberação.",
  groups: "Grupos",
};
