import { TIME } from "~/domain/time";
import { config } from "~/services/config.server";
import { FOR_EVERYONE } from "~/services/exports/file-response.server";
import { openApi } from "~/services/exports/open-api.server";
import { publicCacheHeaders } from "~/services/responses/headers.server";
import { noSuchFile, publicResponse } from "~/services/responses/responses.server";

export function loader() {
  if (!config.hasOpenData) return noSuchFile();
  return publicResponse(JSON.stringify(openApi(config.siteUrl)), "application/json; charset=utf-8", {
    ...FOR_EVERYONE,
    ...publicCacheHeaders(TIME.HOUR),
  });
}
