import { createECDH } from 'node:crypto'
import { invalid } from '../../errors.ts'

const inBase64url = /^[A-Za-z0-9_-]+={0,2}$/

const bytesOf = (text: string) => (inBase64url.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0))

/**
 * Throws VALIDATION unless a browser's keys can encrypt (RFC 8291): `p256dh` an uncompressed point
 * on P-256, `auth` 16 bytes, both in base64url.
 */
export function refuseBadKeys({ p256dh, auth }: { p256dh: string; auth: string }): void {
  if (!isPoint(bytesOf(p256dh))) throw invalid('keys.p256dh', '"keys.p256dh" is no point on the curve P-256.')
  if (bytesOf(auth).length !== 16) throw invalid('keys.auth', '"keys.auth" has to be 16 bytes in base64url.')
}

function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(bytes)
    return true
  } catch {
    return false
  }
}
