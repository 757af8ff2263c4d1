import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** What src/first.ts needs. In a group of its own, because that script must not wait for any other. */
const first =
  /(src\/(first|i18n\/(tables|refusals)|api\/(client|generated\/admin)|session\/(session|away)|door\/offline\/(device-store|shell))\.ts|vite\/preload-helper\.js)$/;
/** Parts of lists and forms that several pages share, but not the first one. */
const later =
  /@mui\/material\/(use)?(Autocomplete|Radio|Pagination|TablePagination|Switch|Checkbox|Collapse|FormControlLabel|FormGroup|ListSubheader|TableSortLabel)|console\/src\/(ui\/(list|preview|form\/(RecordSearchField|choices)|page\/TablePages)|api\/generated\/fields|changes)/;
/** Addresses of pages, which the search in the frame needs. A script of its own for each would be mostly headers. */
const inFrame = /console\/src\/(bulk\/bulk|events\/EventViewLinks)\.tsx?$/;
/** Code of the pages. It is in no group, so that no page loads another's. */
const isOfPage = (id: string) =>
  /console\/src\/(?!(api|format|frame|i18n|session|theme|ui)\/)\w+\//.test(id) && !inFrame.test(id);

/** Names the scripts of the application, and its font, in the page. A browser would find them only when a script needs them. */
const preloadApp: Plugin = {
  name: "preload-app",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {} }) {
      const files = new Set<string>();
      const add = (file: string) => {
        const chunk = bundle[file];
        if (chunk?.type !== "chunk" || files.has(file)) return;
        files.add(file);
        for (const imported of chunk.imports) add(imported);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk" && chunk.facadeModuleId?.endsWith("/src/main.tsx")) add(chunk.fileName);
      const font = Object.keys(bundle).find((file) => /inter-latin-wght.*\.woff2$/.test(file));
      return [
        ...[...files].map((file) => ({ rel: "modulepreload", href: `./${file}` })),
        ...(font ? [{ rel: "preload", as: "font", type: "font/woff2", href: `./${font}` }] : []),
      ].map((attrs) => ({ tag: "link", attrs: { ...attrs, crossorigin: true } }));
    },
  },
};

/** Writes which of our modules each script contains, and what each imports, for the test of what a page loads. */
const chunkList: Plugin = {
  name: "chunk-list",
  generateBundle(_, bundle) {
    const ours = (ids: readonly string[]) => ids.flatMap((id) => id.match(/console\/(src\/[^?]+)$/)?.[1] ?? []);
    const chunks = Object.values(bundle).flatMap((chunk) => (chunk.type === "chunk" ? [chunk] : []));
    const list = chunks.map(({ fileName, imports, facadeModuleId, moduleIds }) => ({
      file: fileName,
      imports,
      entry: ours([facadeModuleId ?? ""])[0] ?? null,
      modules: Object.fromEntries(
        moduleIds.flatMap((id) => ours([id]).map((name) => [name, ours(this.getModuleInfo(id)?.importedIds ?? [])])),
      ),
    }));
    this.emitFile({ type: "asset", fileName: "chunks.json", source: JSON.stringify(list) });
  },
};

// Relative, so that the console works below any path that a proxy puts it under.
export default defineConfig({
  base: "./",
  plugins: [react(), preloadApp, chunkList],
  build: {
    outDir: "dist",
    target: "es2022",
    chunkSizeWarningLimit: 3000,
    reportCompressedSize: false,
    // Without a group the first page is 77 scripts, whose headers alone are 60 KB.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", test: first, priority: 2 },
            // A group takes the imports of its modules too, so the one with fewer imports comes first.
            { name: "shared", test: (id: string) => !later.test(id) && !isOfPage(id), minShareCount: 4, priority: 1 },
            { name: "lists", test: (id: string) => !isOfPage(id), minShareCount: 4 },
          ],
        },
      },
    },
  },
});
