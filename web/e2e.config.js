// SPDX-License-Identifier: MIT
// What runs in a real browser against the real program: npm run e2e (test/e2e), npm run pictures
// (docs/images), npm run bench (bench/screens).
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const module = (name) => ({ find: name, replacement: here(`node_modules/${name}`) });

export default defineConfig({
  root: here(".."),
  resolve: { alias: ["playwright-core", "@axe-core/playwright", "vitest"].map(module) },
  test: {
    include: [
      { pictures: "test/e2e/pictures.ts", bench: "bench/screens/screens.ts" }[
        process.env.SICBO_RUN
      ] ?? "test/e2e/*_test.ts",
    ],
    maxWorkers: 2, // each with a browser and a server
    minWorkers: 1,
    // At least four times what the slowest test and hook take on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
