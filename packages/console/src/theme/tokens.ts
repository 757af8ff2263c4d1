/**
 * The design in values: colour, space, type, radius and motion. Teal is the one accent: brand, buttons, links, and what is selected,
 * in progress or explained. Green is valid or done, amber needs the operator, red is wrong or over.
 */

const teal = "#0e4a5a";
const deep = "#0a3743";
const amber = "#e5a32b";
const white = "#ffffff";

/** Colours of the top bar and the sign-in page, the same in both themes. An operator's own colour replaces them. */
export const brandColours = {
  band: teal,
  onBand: white,
  onBandSoft: "#c9dde2",
  /** Darker background, for the logo and for controls on the band. */
  deep,
  /** The line below the band, and points on it. */
  strip: amber,
  badge: amber,
  onBadge: deep,
};
/** The frame in the picture of a camera. */
export const cameraFrameColour = amber;

/** Grounds for a transparent logo. */
export const logoGrounds = { light: white, dark: "#0b1519" };

/** `light` of a tone is a background, `dark` its text. */
export const themeColours = {
  light: {
    primary: { main: teal, dark: deep, light: "#3b7787", contrastText: white },
    secondary: { main: "#8a5a00", contrastText: white },
    success: { main: "#1b6b3a", light: "#e3f3e8", dark: "#145029", contrastText: white },
    warning: { main: "#8a5a00", light: "#fdf3dd", dark: "#6b4500", contrastText: white },
    error: { main: "#a8261f", light: "#fbe9e7", dark: "#7f1b16", contrastText: white },
    info: { main: teal, light: "#e2eff2", dark: deep, contrastText: white },
    background: { default: "#f3f6f7", paper: white },
    text: { primary: "#13242c", secondary: "#4a5f68" },
    divider: "#d5dfe3",
    quiet: "#7d939c",
    focus: "#b47500",
  },
  dark: {
    primary: { main: "#7cc7d8", dark: "#57a9bb", light: "#a6dce8", contrastText: "#04212a" },
    secondary: { main: "#f0bd5e", contrastText: "#2a1b00" },
    success: { main: "#7fd0a0", light: "#143325", dark: "#a9e2c0", contrastText: "#04210f" },
    warning: { main: "#f0bd5e", light: "#352a12", dark: "#f7d795", contrastText: "#2a1b00" },
    error: { main: "#ff9d94", light: "#3d1d1b", dark: "#ffc4bf", contrastText: "#360703" },
    info: { main: "#7cc7d8", light: "#123640", dark: "#a6dce8", contrastText: "#04212a" },
    background: { default: "#0c171b", paper: "#13232a" },
    text: { primary: "#e7eff1", secondary: "#a6b8bf" },
    divider: "#2a3d45",
    quiet: "#6d838c",
    focus: amber,
  },
};

const ink = themeColours.light.text.primary;
const solid = (ground: string, on: string, onButton: string) => ({ ground, on, onButton });

/** The door's verdict: solid, readable at arm's length and in sunlight, in both themes. Its buttons have the colour of the text. */
export const doorColours = {
  admitted: solid(themeColours.light.success.main, white, ink),
  refused: solid(themeColours.light.error.main, white, ink),
  "to-collect": solid(amber, ink, white),
};

/** Black and white in both themes, for codes, camera and print. */
export const printBlack = "#000000";
export const printWhite = white;

/** CSS pixels of one step; `gap: 2` is two of them. */
export const spacingStep = 8;

export const fontFamilies = {
  sans: `"Inter Variable", "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans", sans-serif`,
  mono: `ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "DejaVu Sans Mono", monospace`,
  size: 13.5,
  h1: { fontSize: "1.5rem", fontWeight: 700, letterSpacing: "-0.015em", lineHeight: 1.25 },
  h2: { fontSize: "1.0625rem", fontWeight: 650, letterSpacing: "-0.01em", lineHeight: 1.35 },
  h3: { fontSize: "0.9375rem", fontWeight: 650, lineHeight: 1.4 },
  dialog: { fontSize: "1.1875rem", fontWeight: 700, letterSpacing: "-0.01em", lineHeight: 1.35 },
  label: { fontSize: "0.75rem", fontWeight: 600, letterSpacing: "0.01em", lineHeight: 1.6 },
  columnHead: { fontSize: "0.8125rem", fontWeight: 600 },
};

/** Sizes in CSS pixels. */
export const cornerRadius = { control: 8, card: 10 };

/** How much of the accent colours a row under the pointer, and a selected row. */
export const hoverOpacity = 0.06;
export const selectedOpacity = 0.14;

/** Durations in milliseconds. */
export const motionDurations = { short: 120, usual: 180 };
