import type { Server } from "node:http";
import { onTestFinished } from "vitest";

/** Lets a server listen on loopback until the test is over. @returns its port */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
