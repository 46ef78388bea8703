import { expect, test } from "vitest";
import { freePort } from "../support/free-port.mjs";
import { startSite } from "../support/site";
import { SITE, startProcess } from "./drain-process";

/** Output of a process that cannot start. */
async function failedStart(env: Readonly<Record<string, string>>): Promise<string> {
  const site = startProcess({ args: SITE, env });
  try {
    expect(await site.ended()).toEqual({ code: 1, signal: null });
    return site.log();
  } finally {
    site.stop();
  }
}

test("a port that is taken stops the start with one sentence", async () => {
  const site = await startSite();
  try {
    const { port } = new URL(site.url);
    expect(await failedStart({ PORT: port })).toBe(`PORT ${port} is taken: something else listens there.\n`);
  } finally {
    await site.stop();
  }
});

test.each(["203.0.113.7", "http://localhost"])(
  "the host %s stops the start with one sentence",
  async (host) => {
    const log = await failedStart({ PORT: String(await freePort()), HOST: host });
    expect(log).toMatch(/^HOST must be an address of this machine, or a name of one, but is ".*"[^\n]*\.\n$/);
  },
);

test.each(["", " "])("with PORT=%j the server listens where it does without", async (port) => {
  // The port asked for is 3000, free on this machine or not.
  const site = startProcess({ args: SITE, env: { PORT: port } });
  try {
    await Promise.race([site.logged("listens on 3000"), site.logged("PORT 3000 is taken")]);
  } finally {
    site.stop();
  }
});
