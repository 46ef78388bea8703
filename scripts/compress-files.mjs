// Compresses the text files of the build, once and as small as possible: writes `.br` and `.gz` beside each file of 200 bytes or more.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

// Not public: its text files are a few hundred bytes each.
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
