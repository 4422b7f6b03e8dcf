/** Returns the name of a blob in a bucket, which is also its path in a folder. */
export const keyOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`

/** Returns the hash in a name; undefined for any other name. */
export function hashOfKey(key: string): string | undefined {
  const sha256 = key.slice(3)
  return /^[0-9a-f]{64}$/.test(sha256) && key === keyOf(sha256) ? sha256 : undefined
}
