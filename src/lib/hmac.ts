import { timingSafeEqual } from 'node:crypto'

/** HMAC-SHA-256 as base64url. */
export const hmac = (secret: string, text: string): string =>
  new Bun.CryptoHasher('sha256', secret).update(text).digest('base64url')

/** SHA-256 as lower-case hex. */
export const sha256Hex = (content: string | Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update(content).digest('hex')

/** Compares two texts in a time that tells nothing of where they differ; lengths may differ. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
