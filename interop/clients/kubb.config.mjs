import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

const baseURL = process.env.BASE_URL;

export default defineConfig({
  input: { path: `${baseURL}/openapi.json` },
  output: { path: "./kubb", clean: true, format: false, lint: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginClient({ client: "fetch", baseURL, paramsType: "object" }),
  ],
});
