import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { type ReactElement, type ReactNode, useId, useState } from "react";

/** A button that opens a menu with one chosen entry. `button` gets the properties of the button. */
export function ChoiceMenu<T extends string>({
  choices,
  chosen,
  onChoose,
  button,
}: {
  choices: { value: T; label: string; icon?: ReactNode }[];
  chosen: T;
  onChoose: (value: T) => void;
  button: (props: MenuButtonProps) => ReactElement;
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
        {choices.map(({ value, label, icon }) => (
          <MenuItem
            key={value}
            role="menuitemradio"
            aria-checked={value === chosen}
            selected={value === chosen}
            onClick={() => {
              onChoose(value);
              close();
            }}
          >
            {icon && <ListItemIcon>{icon}</ListItemIcon>}
            <ListItemText>{label}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

export interface MenuButtonProps {
  id: string;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  onClick: (event: React.MouseEvent<HTMLElement>) => void;
}
