// SPDX-License-Identifier: MIT
// ESLint for web/, test/e2e and bench/screens. Run from the root of the repository (npm run lint
// does), since ESLint ignores files outside of its working directory.
//
// Prettier owns the layout. ESLint adds what Prettier can't do: the limits of the style guide,
// the rules of hooks and of Preact, and mistakes that TypeScript does not report.
//
// Not eslint-config-preact: its parser does not read TypeScript, and its rules about JSX take 120
// more packages. Those of them that TypeScript does not report anyway are the selectors below.
import react_hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// The limits of the style guide.
const limits = {
  "max-lines": ["error", 500],
  "max-lines-per-function": ["error", 70],
  "max-len": [
    "error",
    // A URL, the data of an SVG path and a signature in hexadecimal can't be broken.
    { code: 100, ignoreUrls: true, ignorePattern: String.raw`^\s*(d=|"[0-9a-f]{80,}",$)` },
  ],
};

const preact = {
  // Not exhaustive-deps: a signal that is read in a render is a dependency that it can't see.
  "react-hooks/rules-of-hooks": "error",
  "no-restricted-syntax": [
    "error",
    {
      selector:
        "CallExpression[callee.property.name=/^(map|flatMap)$/] > ArrowFunctionExpression > " +
        "JSXElement > JSXOpeningElement:not(:has(> JSXAttribute[name.name='key']))",
      message: "An element of a list needs a key.",
    },
    {
      selector:
        "CallExpression[callee.property.name=/^(map|flatMap)$/] > ArrowFunctionExpression > " +
        "JSXFragment",
      message: "A fragment in a list needs a key: write <Fragment key=...>.",
    },
    {
      selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
      message: "Text becomes markup only where JSX says so.",
    },
    {
      selector: "JSXAttribute[name.name=/^(className|htmlFor|onDoubleClick|defaultChecked)$/]",
      message: "Preact takes the names of HTML: class, for, onDblClick.",
    },
  ],
};

export default tseslint.config(
  { ignores: ["**/node_modules/", "web/dist/", "web/generated/", "build/"] },
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx,js,mjs}"],
    plugins: { "react-hooks": react_hooks },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      ...limits,
      ...preact,
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    // A describe() is one function around many tests.
    files: ["**/*_test.{ts,tsx}", "test/e2e/pictures.ts", "bench/screens/screens.ts"],
    rules: { "max-lines-per-function": "off" },
  },
  {
    // Pairs of an English and a Chinese text: a text is one string, however long.
    files: ["**/*words.ts", "web/shared/terms.ts", "web/terminal/readings_zh.ts"],
    rules: { "max-len": "off" },
  },
);
