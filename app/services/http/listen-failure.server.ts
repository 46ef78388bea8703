import type { Server } from "node:http";
import type { ListenConfig } from "../config.server";

/** Ends the process when the server cannot listen: with 1, and a sentence in place of a stack. */
export function endOnFailure(server: Server, listen: ListenConfig): void {
  const end = (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${describe(listen, error)}\n`);
    process.exit(1);
  };
  server.once("error", end);
  server.once("listening", () => server.off("error", end));
}

function describe({ port, host }: ListenConfig, { code, message }: NodeJS.ErrnoException): string {
  if (code === "EADDRINUSE") return `PORT ${port} is taken: something else listens there.`;
  if (code === "EACCES") return `PORT ${port} is not open to the user who runs the server.`;
  if (host === null) return `The server cannot listen on PORT ${port}: ${message}.`;
  return `HOST must be an address of this machine, or a name of one, but is ${JSON.stringify(host)} (${code}).`;
}
