import { alpha, type PaletteOptions } from "@mui/material/styles";
import type { RaThemeOptions } from "react-admin";

/**
 * The light and dark theme. Teal is the brand, its buttons and links; blue is what is selected, in progress or explained; green is
 * valid or done; amber needs the operator; red is wrong or over.
 */

const teal = "#0e4a5a";
const amber = "#e5a32b";

/** Colours of the top bar and the sign-in page, which are teal in both themes. */
export const brand = { teal, amber, deep: "#0a3743", onTeal: "#ffffff", onTealSoft: "#c9dde2" };

const light: PaletteOptions = {
  mode: "light",
  primary: { main: teal, dark: brand.deep, light: "#3b7787", contrastText: "#ffffff" },
  secondary: { main: "#8a5a00", contrastText: "#ffffff" },
  success: { main: "#1b6b3a", light: "#e3f3e8", dark: "#145029", contrastText: "#ffffff" },
  warning: { main: "#8a5a00", light: "#fdf3dd", dark: "#6b4500", contrastText: "#ffffff" },
  error: { main: "#a8261f", light: "#fbe9e7", dark: "#7f1b16", contrastText: "#ffffff" },
  info: { main: "#2456a6", light: "#e7eefa", dark: "#183d79", contrastText: "#ffffff" },
  background: { default: "#f3f6f7", paper: "#ffffff" },
  text: { primary: "#13242c", secondary: "#4a5f68" },
  divider: "#d5dfe3",
};

const dark: PaletteOptions = {
  mode: "dark",
  primary: { main: "#7cc7d8", dark: "#57a9bb", light: "#a6dce8", contrastText: "#04212a" },
  secondary: { main: "#f0bd5e", contrastText: "#2a1b00" },
  success: { main: "#7fd0a0", light: "#143325", dark: "#a9e2c0", contrastText: "#04210f" },
  warning: { main: "#f0bd5e", light: "#352a12", dark: "#f7d795", contrastText: "#2a1b00" },
  error: { main: "#ff9d94", light: "#3d1d1b", dark: "#ffc4bf", contrastText: "#360703" },
  info: { main: "#9dbdf5", light: "#1a2c4d", dark: "#c6d9fa", contrastText: "#071a38" },
  background: { default: "#0c171b", paper: "#13232a" },
  text: { primary: "#e7eff1", secondary: "#a6b8bf" },
  divider: "#2a3d45",
};

const sans = `system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans", sans-serif`;
export const mono = `ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "DejaVu Sans Mono", monospace`;

type Colour = { main: string; contrastText: string };

const themeOf = (palette: PaletteOptions, selection = palette.info as Colour): RaThemeOptions => ({
  palette,
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: sans,
    fontSize: 13.5,
    h1: { fontSize: "1.5rem", fontWeight: 700, letterSpacing: "-0.01em", lineHeight: 1.25 },
    h2: { fontSize: "1.0625rem", fontWeight: 700, lineHeight: 1.35 },
    h3: { fontSize: "0.9375rem", fontWeight: 700, lineHeight: 1.4 },
    overline: { fontSize: "0.75rem", fontWeight: 600, letterSpacing: "0.02em", textTransform: "none", lineHeight: 1.6 },
    button: { textTransform: "none", fontWeight: 600 },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        // The focused element must not be hidden by the top bar.
        html: { scrollPaddingTop: 72 },
        body: { fontVariantNumeric: "tabular-nums" },
        // One focus ring for all controls, because Material's ripple is too faint.
        "a:focus-visible, button:focus-visible, [tabindex]:focus-visible, summary:focus-visible": {
          outline: `3px solid ${palette.mode === "dark" ? amber : "#b47500"}`,
          outlineOffset: 2,
        },
        // The asterisk of a required field, beside its label and in the gap of its border. Without a text for screen readers.
        ".MuiFormControl-root:has(> .MuiInputBase-root [aria-required=true]) > .MuiInputLabel-root::after, .MuiFormControl-root:has(> .MuiInputBase-root [aria-required=true]) > .MuiInputBase-root > fieldset > legend > span::after":
          { content: ['" *"', '" *" / ""'] },
        "@media (prefers-reduced-motion: reduce)": {
          "*, *::before, *::after": { animationDuration: "0.01ms !important", transitionDuration: "0.01ms !important" },
        },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: "none" } } },
    MuiCard: {
      defaultProps: { variant: "outlined" },
      styleOverrides: { root: { borderRadius: 10 } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          "&.MuiButton-contained[aria-pressed=true], &.MuiButton-contained[aria-current]": {
            backgroundColor: selection.main,
            color: selection.contrastText,
          },
        },
      },
    },
    MuiTextField: { defaultProps: { variant: "outlined", size: "small", margin: "none", fullWidth: true } },
    MuiFormControl: { defaultProps: { variant: "outlined", size: "small", margin: "none", fullWidth: true } },
    MuiOutlinedInput: { styleOverrides: { root: { backgroundColor: palette.background!.paper as string } } },
    // A long choice wraps instead of being cut.
    MuiSelect: { styleOverrides: { select: { whiteSpace: "normal", overflowWrap: "break-word" } } },
    // The helper text of a disabled field must stay readable.
    MuiFormHelperText: { styleOverrides: { root: { "&.Mui-disabled": { color: palette.text!.secondary as string } } } },
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottomColor: palette.divider as string },
        head: {
          fontSize: "0.8125rem",
          fontWeight: 600,
          color: palette.text!.secondary as string,
          whiteSpace: "nowrap",
        },
      },
    },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: "1.1875rem", fontWeight: 700, lineHeight: 1.35 } } },
    // No empty line for a helper text, and no margin: the surrounding form sets the gaps.
    RaTextInput: { defaultProps: { helperText: false } },
    RaPasswordInput: { defaultProps: { helperText: false } },
    RaSelectInput: { defaultProps: { helperText: false, margin: "none", translateChoice: false } },
    RaBooleanInput: { defaultProps: { helperText: false } },
    MuiChip: { defaultProps: { size: "small", variant: "outlined" } },
    MuiTooltip: { defaultProps: { arrow: true } },
    MuiLink: { defaultProps: { underline: "hover" } },
    MuiAlert: {
      defaultProps: { variant: "outlined" },
      styleOverrides: { root: { alignItems: "center" } },
      variants: (["success", "warning", "error", "info"] as const).map((severity) => {
        const { light, main, dark } = palette[severity] as { light: string; main: string; dark: string };
        const style = { backgroundColor: light, color: dark, borderColor: main, "& .MuiAlert-icon": { color: main } };
        return { props: { severity, variant: "outlined" }, style };
      }),
    },
    MuiTableRow: {
      styleOverrides: {
        root: {
          "&.MuiTableRow-hover:hover": { backgroundColor: alpha((palette.primary as { main: string }).main, 0.06) },
          "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: alpha(selection.main, 0.14) },
        },
      },
    },
    // What is selected is blue.
    MuiCheckbox: { defaultProps: { color: "info" } },
    MuiRadio: { defaultProps: { color: "info" } },
    MuiSwitch: { defaultProps: { color: "info" } },
    MuiTabs: { styleOverrides: { indicator: { backgroundColor: selection.main } } },
    MuiTab: { styleOverrides: { root: { "&.Mui-selected": { color: selection.main } } } },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          textTransform: "none",
          "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: selection.main, color: selection.contrastText },
        },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: { "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: alpha(selection.main, 0.14) } },
      },
    },
  },
});

export const lightTheme = themeOf(light);
export const darkTheme = themeOf(dark);
