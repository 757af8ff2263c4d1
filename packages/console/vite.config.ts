import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Relative, so that the console works below any path that a proxy puts it under.
export default defineConfig({
  base: "./",
  plugins: [react()],
  build: {
    outDir: "dist",
    target: "es2022",
    chunkSizeWarningLimit: 3000,
    reportCompressedSize: false,
    // Without a group the first page is 77 scripts, whose headers alone are 60 KB.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 4 }] } } },
  },
});
