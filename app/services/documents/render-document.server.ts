import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * Renders a complete document to HTML. (`renderToString` will not do: with Single Fetch it leaves out the scripts that hand
 * over the data.) Rejects with what a component threw outside of an error boundary.
 */
export async function renderDocument(document: ReactElement): Promise<string> {
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(document, {
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: (error) => console.error(error),
    });
  });
  // React 18 fills the end of a chunk with U+0000 where a character needs more bytes: https://github.com/facebook/react/issues/24985
  return html.replaceAll("\0", "");
}
