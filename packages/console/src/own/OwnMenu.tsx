import AccountBalanceIcon from "@mui/icons-material/AccountBalanceWalletOutlined";
import BlockIcon from "@mui/icons-material/Block";
import EventSeatIcon from "@mui/icons-material/EventSeat";
import FactCheckIcon from "@mui/icons-material/FactCheck";
import HandshakeIcon from "@mui/icons-material/Handshake";
import KeyIcon from "@mui/icons-material/Key";
import ReceiptLongIcon from "@mui/icons-material/ReceiptLong";
import SendIcon from "@mui/icons-material/Send";
import { Entry, Group } from "../frame/MainMenu.tsx";
import type { MenuEntry } from "../frame/menu.ts";
import { useSignedInOperator } from "../session/hooks.ts";

const entries = [
  { to: "/own/account", right: "own.terms", Icon: AccountBalanceIcon, title: "ownPartner.account" },
  { to: "/own/orders", right: "own.orders", Icon: FactCheckIcon, title: "ownPartner.orders.title" },
  { to: "/own/statements", right: "own.statements", Icon: ReceiptLongIcon, title: "statements.title" },
  { to: "/own/terms", right: "own.terms", Icon: HandshakeIcon, title: "ownPartner.terms.title" },
  { to: "/own/allotments", right: "own.allotments", Icon: EventSeatIcon, title: "ownPartner.allotments.title" },
  { to: "/own/messages", right: "own.callbacks", Icon: SendIcon, title: "ownPartner.messages.title" },
  { to: "/own/requests", right: "own.refusedOrders", Icon: BlockIcon, title: "ownPartner.requests.title" },
  { to: "/own/access", right: "own.keys", Icon: KeyIcon, title: "ownPartner.access.title" },
] as const satisfies MenuEntry[];

/** The menu of a person of a partner, with the partner's name. */
export function OwnMenu() {
  const { me } = useSignedInOperator();
  return (
    <Group title={me?.partnerName ?? ""}>
      {entries.map((entry) => (
        <Entry key={entry.to} {...entry} />
      ))}
    </Group>
  );
}
