import LogoutIcon from "@mui/icons-material/Logout";
import ManageAccountsIcon from "@mui/icons-material/ManageAccounts";
import Avatar from "@mui/material/Avatar";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useLogout } from "react-admin";
import { useNavigate } from "react-router";
import { useText } from "../i18n/index.ts";
import { useMe } from "../session/useMe.ts";
import { brand } from "../theme/themes.ts";
import { Secondary } from "../ui/text/Secondary.tsx";

/** The signed-in operator, the account settings and sign-out. */
export function AccountMenu() {
  const t = useText();
  const { me } = useMe();
  const logout = useLogout();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  if (!me) return null;
  const name = me.name || me.email;
  return (
    <>
      <Button
        color="inherit"
        aria-label={t("frame.accountOf", { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 44, px: 0.75, gap: 1 }}
      >
        <Avatar
          sx={{ width: 30, height: 30, bgcolor: brand.amber, color: brand.deep, fontSize: 12.5, fontWeight: 700 }}
        >
          {initials(name)}
        </Avatar>
        <Typography
          component="span"
          noWrap
          sx={{ display: { xs: "none", md: "block" }, maxWidth: 160, fontWeight: 600 }}
        >
          {name}
        </Typography>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <Stack component="li" role="none" sx={{ px: 2, py: 1, maxWidth: 280 }}>
          <Typography noWrap sx={{ fontWeight: 700 }}>
            {name}
          </Typography>
          <Secondary noWrap>{me.email}</Secondary>
          <Secondary>{t(`operators.role.${me.role}`)}</Secondary>
        </Stack>
        <Divider component="li" role="separator" />
        <MenuItem
          onClick={() => {
            close();
            navigate("/account");
          }}
        >
          <ListItemIcon>
            <ManageAccountsIcon fontSize="small" />
          </ListItemIcon>
          {t("frame.account")}
        </MenuItem>
        <MenuItem onClick={() => logout()}>
          <ListItemIcon>
            <LogoutIcon fontSize="small" />
          </ListItemIcon>
          {t("frame.signOut")}
        </MenuItem>
      </Menu>
    </>
  );
}

const initials = (name: string): string => {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? "").join("");
};
