import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** What src/first.ts needs. In a group of its own, because that script must not wait for any other. */
const first =
  /(src\/(first|i18n\/tables|api\/(client|data|generated\/admin)|session\/(session|away)|redeem\/offline\/(device-store|shell))\.ts|vite\/preload-helper\.js)$/;
/** Parts of lists and forms that several pages share, but not the first one. */
const later =
  /@mui\/material\/(use)?(Autocomplete|Pagination|TablePagination|Switch|Checkbox|Collapse|FormControlLabel|FormGroup|ListSubheader|TableSortLabel)|jsonexport|ra-(core|ui-materialui)\/dist\/(controller\/list|list|input)\/|console\/src\/(changes|ui\/(list|preview))\//;

/** Names the scripts of the application in the page: first.ts imports them, and a browser would find them only then. */
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
      return [...files].map((file) => ({
        tag: "link",
        attrs: { rel: "modulepreload", crossorigin: true, href: `./${file}` },
      }));
    },
  },
};

// Relative, so that the console works below any path that a proxy puts it under.
export default defineConfig({
  base: "./",
  plugins: [react(), preloadApp],
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
            { name: "shared", test: (id: string) => !later.test(id), minShareCount: 4, priority: 1 },
            { name: "lists", minShareCount: 4 },
          ],
        },
      },
    },
  },
});
