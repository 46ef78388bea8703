import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * Renders a document to its HTML, once everything in it is there. (`renderToString` will not do: with Single Fetch it
 * leaves out the scripts that hand over the data.)
 *
 * The promise rejects with whatever a component threw outside of an error boundary.
 */
export function renderDocument(document: ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString("utf8"));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(document, {
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: (error) => console.error(error),
    });
  });
}
