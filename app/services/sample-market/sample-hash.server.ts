/**
 * A number from 0 (included) to 1 (excluded) that depends on nothing but the key, spread evenly over the keys. The
 * sample market draws every "arbitrary" figure from here, so that the same coin always looks the same.
 */
export function fractionOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  // FNV-1a alone leaves keys that differ in their last character close together; these rounds part them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A 32-bit integer of the same kind. */
export function seedOf(key: string): number {
  return Math.floor(fractionOf(key) * 2 ** 32) | 0;
}
