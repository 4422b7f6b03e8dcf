import { createCipheriv, createDecipheriv } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Returns a text sealed with a key of 32 bytes: it can be opened by that, at that place, alone. */
export function seal(key: Uint8Array, place: string, text: string, random: (bytes: number) => Uint8Array): string {
  const nonce = random(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Returns a text that was sealed; undefined for another key or place, and for altered bytes. */
export function unseal(key: Uint8Array, place: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return undefined
  const [nonce, end] = [bytes.subarray(0, nonceBytes), bytes.length - tagBytes]
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(end))
  try {
    return decipher.update(bytes.subarray(nonceBytes, end), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
