import { LRUCache } from "lru-cache";
import { type EncodedDocument, encodeDocument, encodeOnce } from "./encoded-document.server";

/** Identity, gzip and, a little later, brotli of all remembered documents together. */
const MOST_BYTES = 64_000_000;
const MOST_DOCUMENTS = 2000;

/** Longer addresses are nobody's bookmark: their documents are rendered and forgotten. */
const LONGEST_ADDRESS = 200;

const documents = new LRUCache<string, EncodedDocument>({
  max: MOST_DOCUMENTS,
  maxSize: MOST_BYTES,
  sizeCalculation: ({ identity, gzip }) => identity.byteLength + 2 * gzip.byteLength,
});

/** Renderings under way, so that visitors of one page that come at the same time share one. */
const rendering = new Map<string, Promise<EncodedDocument>>();

const names = new WeakMap<object, number>();
let lastName = 0;

/** What makes one document differ from another. */
export interface DocumentIdentity {
  /** The page model: the same object for as long as its data are the same, so what is remembered is never stale. */
  readonly model: object;
  /** Path and parsed parameters, as `pageAddress` writes them: forms and links of the page repeat them. */
  readonly address: string;
  /** Whatever else the document depends on: colour mode, year. */
  readonly variant: string;
}

/**
 * The document of a page: rendered and compressed once for a page model, then remembered.
 * @param render gives the whole HTML; what it throws is thrown to everyone who waits, and not remembered
 */
export async function rememberedDocument(
  { model, address, variant }: DocumentIdentity,
  render: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<EncodedDocument> {
  if (address.length > LONGEST_ADDRESS) return encodeOnce(await render());
  const key = `${nameOf(model)} ${variant} ${address}`;
  const known = documents.get(key) ?? rendering.get(key);
  if (known !== undefined) return known;
  const promised = render().then(encodeDocument);
  rendering.set(key, promised);
  try {
    const document = await promised;
    documents.set(key, document);
    return document;
  } finally {
    rendering.delete(key);
  }
}

function nameOf(model: object): number {
  const known = names.get(model);
  if (known !== undefined) return known;
  lastName += 1;
  names.set(model, lastName);
  return lastName;
}
