// SPDX-License-Identifier: MIT
// Five pages that share one chunk. File names are fixed: the program embeds them by name.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const page = (name) => fileURLToPath(new URL(`${name}.html`, import.meta.url));
// What only a proof needs is loaded with the first proof that is opened.
const is_shared = (id) =>
  /\/(node_modules|shared|generated)\//.test(id) && !/@noble|shared\/proof/.test(id);

const server = process.env.SICBO_SERVER ?? "127.0.0.1:8080";

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    target: "es2022",
    outDir: process.env.SICBO_WEB_OUT ?? "dist",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        index: page("index"),
        terminal: page("terminal"),
        console: page("console"),
        display: page("display"),
        cage: page("cage"),
      },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
        manualChunks: (id) => (is_shared(id) ? "shared" : undefined),
      },
    },
  },
  // css: shared/style_test.ts reads the style sheets.
  test: { include: ["**/*_test.{ts,tsx}"], css: true },
  // `SICBO_SERVER=127.0.0.1:8080 npx vite` reloads pages as they are edited, with a real server.
  server: {
    proxy: {
      "/socket": { target: `ws://${server}`, ws: true },
      "/api": `http://${server}`,
    },
  },
});
