// The tests in a real browser against the real program: npm run e2e (test/e2e); npm run pictures makes
// those of docs/images.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const found = (name) => ({ find: name, replacement: here(`node_modules/${name}`) });

export default defineConfig({
  root: here(".."),
  resolve: { alias: ["playwright-core", "@axe-core/playwright", "vitest"].map(found) },
  test: {
    include: [process.env.SICBO_PICTURES ? "test/e2e/pictures.ts" : "test/e2e/*_test.ts"],
    fileParallelism: false,  // one browser and one server at a time: there are two processors
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
