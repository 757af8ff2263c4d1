/** Styles for paper: only the content of the page, without `on-screen` parts, dark on white in either theme. */
export const printedPage = (turn: "landscape" | "portrait") => ({
  "@media print": {
    "header, nav, aside, .on-screen, .MuiTableCell-paddingCheckbox, .MuiSnackbar-root, main button": {
      display: "none !important",
    },
    "main *": { color: "#000 !important", background: "none !important", boxShadow: "none !important" },
    main: { padding: "0 !important" },
    ".on-paper": { display: "block !important" },
    ".MuiCard-root > :first-child:has(> h2)": { paddingLeft: "6px !important" },
    ".MuiCard-root": { border: "0 !important", overflow: "visible !important" },
    ".MuiTableCell-root": { padding: "4px 6px !important", fontSize: "9pt !important", borderColor: "#999 !important" },
    tr: { breakInside: "avoid" },
    "@page": { size: `A4 ${turn}`, margin: "12mm" },
  },
});
