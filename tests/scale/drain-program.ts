import { createServer } from "node:http";
import { takeOverHttpServer } from "~/services/http/http-server.server";
import { drainOnSignals, onShutdown } from "~/services/shutdown.server";

// A server with something to close on shutdown, such as a connection to a cache; started by the test.
drainOnSignals(takeOverHttpServer({ port: 0, host: "127.0.0.1", connectionsPerAddress: 0 }));
onShutdown(() => {
  throw new Error("the first could not be closed");
});
onShutdown(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  console.log("the second is closed");
});

const server = createServer((request, response) => {
  console.log(`begun ${request.url}`);
  request.resume();
  request.once("end", () => response.end("answered", () => console.log(`answered ${request.url}`)));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`listening on ${typeof address === "object" ? address?.port : "nothing"}.`);
});
// Keeps the process alive, as an open connection would.
setInterval(() => {}, 60_000);
