import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "../support/free-port.mjs";
import { expect, test, watchShift } from "./site-test";

const PATHS = ["/coin/bitcoin", "/coin/bitcoin/markets", "/coins?view=table", "/exchanges", "/watchlist"];
/** Not twelve: at one of those cuts Chromium counts a shift of a line whose text, measured in each frame, stays where it is. */
const PIECES = 13;

/** Layout shift that nobody notices: a tenth of what is called good (https://web.dev/articles/cls). */
const UNNOTICED = 0.01;

test.describe("on a network that delivers a page in pieces", () => {
  test.use({ site: "sample", viewport: { width: 1280, height: 800 } });

  test("nothing that anyone notices moves while it arrives", async ({ page, baseURL }) => {
    const network = createServer(async (request, response) => {
      const answer = await fetch(new URL(request.url ?? "/", baseURL));
      const type = answer.headers.get("content-type") ?? "";
      const body = Buffer.from(await answer.arrayBuffer());
      response.setHeader("Content-Type", type);
      const isPage = type.startsWith("text/html");
      const size = Math.ceil(body.length / PIECES);
      // The footer, which stands at the end of a low screen, in two pieces as well.
      const cuts = [...Array(PIECES).keys()].map((piece) => piece * size);
      if (isPage) cuts.push(body.indexOf("<ul", body.indexOf("<footer")));
      cuts.sort((one, other) => one - other);
      for (const [index, start] of (isPage ? cuts : [0]).entries()) {
        // Long enough for a browser to paint what it has.
        if (start > 0) await pause(40);
        response.write(body.subarray(start, isPage ? cuts[index + 1] : undefined));
      }
      response.end();
    });
    const port = await listen(network);
    const shift = await watchShift(page);
    try {
      for (const path of PATHS) {
        await page.goto(`http://127.0.0.1:${port}${path}`);
        await expect(page.getByRole("contentinfo")).toBeAttached();
        expect(await shift(), path).toBeLessThan(UNNOTICED);
      }
    } finally {
      network.close();
    }
  });
});
