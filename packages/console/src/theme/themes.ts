import latinExt from "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url";
import latin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { alpha, createTheme, type Theme } from "@mui/material/styles";
import type { ApiAnswer } from "../api/types.ts";
import {
  brandColours,
  cornerRadius,
  fontFamilies,
  hoverOpacity,
  motionDurations,
  selectedOpacity,
  spacingStep,
  themeColours,
} from "./tokens.ts";

/** The light and dark theme, made of the tokens. */

export const { mono } = fontFamilies;

declare module "@mui/material/styles" {
  interface Palette {
    brand: typeof brandColours;
  }
  interface PaletteOptions {
    brand: typeof brandColours;
  }
}

type Colours = ApiAnswer<"brand.show">["colours"];

/** The console brings its font, so that texts have the same width on every machine. */
const inter = (address: string, unicodeRange: string) => ({
  "@font-face": {
    fontFamily: "Inter Variable",
    fontStyle: "normal",
    fontDisplay: "swap",
    fontWeight: "100 900",
    src: `url(${address}) format("woff2-variations")`,
    unicodeRange,
  },
});
export const fontFaces = [
  inter(
    latin,
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  ),
  inter(
    latinExt,
    "U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0",
  ),
];

/** The tokens with the operator's colours in place of teal and amber. The service has checked their contrasts. */
function paletteOf(mode: keyof typeof themeColours, colours: Colours) {
  const own = themeColours[mode];
  if (!colours) return { ...own, brand: brandColours };
  const { light: _light, dark: _dark, ...bars } = colours;
  const { accent, onAccent, soft, strong } = colours[mode];
  const tone = { main: accent, dark: strong, contrastText: onAccent };
  return {
    ...own,
    primary: { ...tone, light: accent },
    info: { ...tone, light: soft },
    brand: { ...bars, badge: bars.onBand, onBadge: bars.band },
  };
}

/** The texts of a field with a list of choices, in the operator's language. */
type ChoiceTexts = Record<"clearText" | "openText" | "closeText" | "noOptionsText" | "loadingText", string>;

export const createConsoleTheme = (
  mode: keyof typeof themeColours,
  colours: Colours,
  choiceTexts: ChoiceTexts,
): Theme => {
  const { quiet, focus, ...palette } = paletteOf(mode, colours);
  const accent = palette.primary;
  return createTheme({
    palette: { mode, ...palette },
    spacing: spacingStep,
    shape: { borderRadius: cornerRadius.control },
    transitions: {
      duration: {
        shortest: motionDurations.short,
        shorter: motionDurations.short,
        short: motionDurations.usual,
        standard: motionDurations.usual,
      },
    },
    typography: {
      fontFamily: fontFamilies.sans,
      fontSize: fontFamilies.size,
      h1: fontFamilies.h1,
      h2: fontFamilies.h2,
      h3: fontFamilies.h3,
      overline: { ...fontFamilies.label, textTransform: "none" },
      button: { textTransform: "none", fontWeight: 600 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          // The focused element must not be hidden by the top bar.
          html: { scrollPaddingTop: 72 },
          // Figures have equal widths only here: in other text a hyphen would be as wide as a figure.
          ".MuiTableCell-alignRight": { fontVariantNumeric: "tabular-nums" },
          // One focus ring for all controls, because Material's ripple is too faint.
          "a:focus-visible, button:focus-visible, [tabindex]:focus-visible, summary:focus-visible": {
            outline: `3px solid ${focus}`,
            outlineOffset: 2,
          },
          // The asterisk of a required field, beside its label and in the gap of its border. Without a text for screen readers.
          ".MuiFormControl-root:has(> .MuiInputBase-root [aria-required=true]) > .MuiInputLabel-root::after, .MuiFormControl-root:has(> .MuiInputLabel-root):has(> .MuiInputBase-root [aria-required=true]) > .MuiInputBase-root > fieldset > legend > span::after":
            { content: ['" *"', '" *" / ""'] },
          "@media (prefers-reduced-motion: reduce)": {
            "*, *::before, *::after": {
              animationDuration: "0.01ms !important",
              animationIterationCount: "1 !important",
              transitionDuration: "0.01ms !important",
            },
          },
        },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: "none" } } },
      MuiCard: {
        defaultProps: { variant: "outlined" },
        styleOverrides: { root: { borderRadius: cornerRadius.card } },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: {
            "&.MuiButton-contained[aria-pressed=true], &.MuiButton-contained[aria-current]": {
              backgroundColor: accent.main,
              color: accent.contrastText,
            },
          },
        },
      },
      MuiTextField: { defaultProps: { variant: "outlined", size: "small", margin: "none", fullWidth: true } },
      MuiFormControl: { defaultProps: { variant: "outlined", size: "small", margin: "none", fullWidth: true } },
      MuiOutlinedInput: { styleOverrides: { root: { backgroundColor: palette.background.paper } } },
      // A long choice of a form wraps instead of being cut. A filter has one line.
      MuiSelect: {
        styleOverrides: {
          select: {
            whiteSpace: "normal",
            overflowWrap: "break-word",
            "[role=search] &": { whiteSpace: "nowrap", overflow: "hidden", textOverflow: "ellipsis" },
          },
        },
      },
      // The helper text of a disabled field must stay readable.
      MuiFormHelperText: {
        styleOverrides: { root: { "&.Mui-disabled": { color: palette.text.secondary } } },
      },
      MuiTableCell: {
        styleOverrides: {
          root: { borderBottomColor: palette.divider },
          head: {
            ...fontFamilies.columnHead,
            color: palette.text.secondary,
            whiteSpace: "nowrap",
          },
        },
      },
      MuiDialogTitle: { styleOverrides: { root: fontFamilies.dialog } },
      MuiAutocomplete: { defaultProps: choiceTexts },
      MuiChip: { defaultProps: { size: "small", variant: "outlined" } },
      MuiTooltip: { defaultProps: { arrow: true } },
      MuiLink: { defaultProps: { underline: "hover" } },
      MuiAlert: {
        defaultProps: { variant: "outlined" },
        styleOverrides: { root: { alignItems: "center" } },
        variants: (["success", "warning", "error", "info"] as const).map((severity) => {
          const { light, main, dark } = palette[severity];
          // The accent can be an operator's red, in which a hint would look like an error.
          const ground =
            severity === "info"
              ? {
                  backgroundColor: palette.background.default,
                  color: palette.text.primary,
                  borderColor: palette.divider,
                }
              : { backgroundColor: light, color: dark, borderColor: main };
          const style = { ...ground, "& .MuiAlert-icon": { color: main } };
          return { props: { severity, variant: "outlined" }, style };
        }),
      },
      MuiTableRow: {
        styleOverrides: {
          root: {
            "&.MuiTableRow-hover:hover": { backgroundColor: alpha(accent.main, hoverOpacity) },
            "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: alpha(accent.main, selectedOpacity) },
          },
        },
      },
      // Selected controls use the accent colour.
      MuiCheckbox: { defaultProps: { color: "info" } },
      MuiRadio: { defaultProps: { color: "info" } },
      MuiSwitch: { defaultProps: { color: "info" } },
      MuiTabs: { styleOverrides: { indicator: { backgroundColor: accent.main } } },
      MuiTab: { styleOverrides: { root: { "&.Mui-selected": { color: accent.main } } } },
      MuiToggleButton: {
        styleOverrides: {
          root: {
            textTransform: "none",
            "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: accent.main, color: accent.contrastText },
          },
        },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: { "&.Mui-selected, &.Mui-selected:hover": { backgroundColor: alpha(accent.main, selectedOpacity) } },
        },
      },
    },
  });
};
