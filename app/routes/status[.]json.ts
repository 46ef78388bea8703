import { config } from "~/services/config.server";
import { FAILED_PAGE_HEADERS } from "~/services/responses/headers.server";
import { noSuchFile } from "~/services/responses/responses.server";
import { readStatus } from "~/services/status.server";

export async function loader() {
  if (!config.hasStatusPage) return noSuchFile();
  return Response.json(await readStatus(), { headers: FAILED_PAGE_HEADERS });
}
