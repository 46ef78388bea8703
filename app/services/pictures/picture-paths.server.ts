import { createHmac, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { PICTURE_PATH } from "~/domain/addresses/file-addresses";
import { config } from "~/services/config.server";

/** 96 bits: a guess costs a request. */
const SIGNATURE_BYTES = 12;

/**
 * The paths at which the site serves pictures, `/picture/{signature}/{address without scheme}`. The signature proves that a
 * process with this key read the address in the market data, so that the site fetches no other, and needs no list of them.
 */
export function createPicturePaths(key: Buffer) {
  const signatureOf = (url: string) =>
    Buffer.from(
      createHmac("sha256", key).update(url).digest().subarray(0, SIGNATURE_BYTES).toString("base64url"),
    );

  return {
    /** @param url an http(s) address; its query becomes part of the path, as the server rewrites queries */
    pathOf(url: string): string {
      const rest = url.replace(/^https?:\/\//, "").replace(/[%?#\\]/g, encodeURIComponent);
      return `${PICTURE_PATH}${signatureOf(url)}/${rest}`;
    },
    /** Returns the address of the picture at a path, or null if that is not a path of this key. Never throws. */
    urlOf(path: string): string | null {
      const [signature = "", ...parts] = path.slice(PICTURE_PATH.length).split("/");
      const rest = parts.join("/").replace(/%(25|3F|23|5C)/g, decodeURIComponent);
      const sent = Buffer.from(signature);
      const isOf = (url: string) => {
        const own = signatureOf(url);
        return own.byteLength === sent.byteLength && timingSafeEqual(own, sent);
      };
      return [`https://${rest}`, `http://${rest}`].find(isOf) ?? null;
    },
  };
}

/**
 * Returns the key of a process: the one that was set, or else one that follows from the password of the cache, so that all
 * replicas have the same; without either, a new one. Slow, as paths must not help to guess a short password.
 */
export function pictureKey(pictureKey: string | null, cacheUrl: string | null): Buffer {
  const secret = pictureKey ?? (cacheUrl === null ? "" : new URL(cacheUrl).password);
  return secret === "" ? randomBytes(32) : scryptSync(secret, "picture paths", 32);
}

export const picturePaths = createPicturePaths(pictureKey(config.pictureKey, config.marketData.cacheUrl));
