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
  onToggle,
  children,
}: {
  button: (props: MenuButtonProps) => ReactElement;
  /** Called when the menu opens and when it closes. */
  onToggle?: (isOpen: boolean) => void;
  children: (close: () => void) => ReactNode;
}) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const set = (element: HTMLElement | null) => {
    setAnchor(element);
    onToggle?.(element !== null);
  };
  const close = () => set(null);
  return (
    <>
      {button({
        id,
        "aria-haspopup": "menu",
        "aria-expanded": anchor !== null,
        onClick: (event) => set(event.currentTarget),
      })}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close} slotProps={{ list: { "aria-labelledby": id } }}>
        {children(close)}
      </Menu>
    </>
  );
}
