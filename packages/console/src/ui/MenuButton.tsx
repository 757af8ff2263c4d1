import { Menu } from "@mui/material";
import { type MouseEvent, type ReactElement, type ReactNode, useId, useState } from "react";

interface MenuButtonProps {
  id: string;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** A button that opens a menu. `button` renders it with these properties; `children` renders the entries and can close the menu. */
export function MenuButton({
  button,
  children,
}: {
  button: (props: MenuButtonProps) => ReactElement;
  children: (close: () => void) => ReactNode;
}) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      {button({
        id,
        "aria-haspopup": "menu",
        "aria-expanded": anchor !== null,
        onClick: (event) => setAnchor(event.currentTarget),
      })}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close} slotProps={{ list: { "aria-labelledby": id } }}>
        {children(close)}
      </Menu>
    </>
  );
}
