/** The service keeps each picture in three sizes, told apart by one segment of the path. */
const SEGMENT = /\/(thumb|small|large)\//;

/**
 * The address of a picture at 50 by 50 pixels, where the service offers sizes (its own hosts do); any other address stays
 * as it is.
 */
export function smallPicture(address: string | null): string | null {
  if (address === null || !new URL(address).hostname.endsWith(".coingecko.com")) return address;
  return address.replace(SEGMENT, "/small/");
}
