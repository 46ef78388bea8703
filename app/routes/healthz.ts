import { BUILD } from "~/services/metrics.server";

/** Returns 200 and what runs here while the process is alive, without calling other services. */
export function loader() {
  return new Response(`ok\nversion ${BUILD.version}\ncommit ${BUILD.revision}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
