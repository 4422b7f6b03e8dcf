import { timingSafeEqual } from 'node:crypto'

/** Returns the HMAC-SHA-256 as base64url. */
export const hmac = (secret: string, text: string): string =>
  new Bun.CryptoHasher('sha256', secret).update(text).digest('base64url')

/** Returns the SHA-256 as lower-case hex. */
export const sha256Hex = (content: string | Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update(content).digest('hex')

/** Compares two texts in constant time; their lengths may differ. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
