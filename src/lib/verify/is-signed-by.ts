import { sha512 } from '@noble/hashes/sha2.js'

type Signed = { readonly publicKey: Uint8Array; readonly signature: Uint8Array; readonly message: Uint8Array }

/**
 * Whether a message was signed with Ed25519 by a key of 32 bytes. Browsers have their own Ed25519
 * only on https pages, and older ones none; there a library is loaded.
 */
export async function isSignedBy({ publicKey, signature, message }: Signed): Promise<boolean> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  try {
    const key = await subtle?.importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify'])
    if (key) return await subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(message))
  } catch {
    // This browser has no Ed25519, or refuses this key; the library decides.
  }
  const { hashes, verify } = await import('@noble/ed25519')
  hashes.sha512 = sha512
  try {
    return verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
