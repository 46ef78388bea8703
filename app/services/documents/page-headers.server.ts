import type { HeadersFunction } from "@remix-run/node";

/** The headers of a page: its loader's own, or those of the answer that the loader threw. Remix sends neither by itself. */
export const pageHeaders: HeadersFunction = ({ errorHeaders, loaderHeaders }) =>
  errorHeaders ?? loaderHeaders;
