// Compresses the text files of the build once, so that no visitor waits for it: `.br` and `.gz` beside each of 200 bytes or more.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

// The text files of public are a few hundred bytes.
const FOLDER = "build/client";
const TEXT = /\.(?:js|css|svg|json|txt|html|webmanifest)$/;
const MIN_BYTES = 200;

const brotli = promisify(brotliCompress);

const names = await readdir(FOLDER, { recursive: true });
for (const name of names.filter((each) => TEXT.test(each))) {
  const path = join(FOLDER, name);
  const bytes = await readFile(path);
  if (bytes.byteLength < MIN_BYTES) continue;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  await writeFile(`${path}.br`, await brotli(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
