import { Agent, get } from "node:http";

const oneConnection = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Makes one request over a kept connection, for brotli by default, and measures the milliseconds until its last byte.
 * (fetch would decompress the bytes.)
 * @param {string | URL} url
 * @param {Record<string, string>} [headers]
 * @param {Agent} [agent] of other connections
 * @returns {Promise<{ ms: number, body: Buffer, headers: import("node:http").IncomingHttpHeaders }>}
 */
export function ask(url, headers = {}, agent = oneConnection) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      { agent, headers: { "accept-encoding": "br", ...headers } },
      async (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        for await (const chunk of response) chunks.push(chunk);
        resolve({ ms: performance.now() - start, body: Buffer.concat(chunks), headers: response.headers });
      },
    );
    request.once("error", reject);
  });
}
