/** The catalogue as files: out, and in again. */
export const exchange = {
  title: "Import and export",
  lead: "The catalogue as a file, and events with their prices as a table for a spreadsheet.",
  kind: { catalogue: "Catalogue file", events: "Table of events" },
  import: {
    title: "Import",
    choose: "Choose a file",
    another: "Choose another file",
    lead: "A catalogue file (.json), or a table of events and prices (.csv, .xlsx), up to 20 MB; it can be dropped here. You see every change before anything changes.",
    would: "%{n} record would change. |||| %{n} records would change.",
    rows: "%{n} row was read. |||| %{n} rows were read.",
    skipped:
      "%{n} of them is of a day that is over, and is passed over. |||| %{n} of them are of days that are over, and are passed over.",
    mend: "Nothing can be imported while something is wrong. Mend the file and choose it again.",
    run: "Import %{n} change |||| Import %{n} changes",
    done: "Imported: %{n} record was changed. |||| Imported: %{n} records were changed.",
    overtaken:
      "Somebody else changed some of these records meanwhile, so nothing was imported. This is what the file would do now.",
  },
  unfit: {
    kind: "The name of the file must end in .json, .csv or .xlsx.",
    size: "The file is larger than 20 MB.",
    unreadable: "The browser cannot read the file. Was it moved, or is it open elsewhere?",
  },
  mistakes: "%{n} thing is wrong in the file. |||| %{n} things are wrong in the file.",
  mistakesTitle: "What is wrong in the file",
  row: "Row",
  line: "Line",
  column: "Column",
  field: "Field",
  wrong: "What is wrong",
  events: {
    title: "Export events and prices",
    lead: "One event a row, with capacity, sales and prices. Change it in a spreadsheet and import it again: blank cells change nothing, and “-” in place of a price takes that ticket off the event.",
    fromLead: "Empty: from yesterday on.",
    saveXlsx: "Save as XLSX",
    saveCsv: "Save as CSV",
  },
  catalogue: {
    title: "Export the catalogue",
    lead: "A catalogue file, which can be kept, compared and imported again.",
    kinds: "What is in it",
    none: "Choose at least one.",
    city: "Products of this city",
    everyCity: "every city",
    save: "Save as JSON",
  },
} as const;
