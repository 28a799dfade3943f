// SPDX-License-Identifier: MIT
// Compresses what Vite has made, for the server to send: node tools/compress.mjs.
//
// Each text file gets a .br and a .gz beside it, unless that would not be smaller.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.env.SICBO_WEB_OUT ?? "dist";
for (const name of readdirSync(folder)) {
  if (!/\.(html|js|css|svg)$/.test(name)) continue;
  const text = readFileSync(join(folder, name));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  for (const [suffix, packed] of [
    [".br", brotliCompressSync(text, { params })],
    [".gz", gzipSync(text, { level: constants.Z_BEST_COMPRESSION })],
  ])
    if (packed.length < text.length) writeFileSync(join(folder, name + suffix), packed);
}
