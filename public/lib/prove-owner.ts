import { api } from './api.ts'
import { askPasskey } from './passkey.ts'

/**
 * Asks for a passkey of an account without a password, as proof that its owner makes the request.
 * Returns null when none was used. Returns nothing to send where the account has no passkey; its
 * owner must then have signed in a moment ago.
 */
export async function proofOf(hasPasskey: boolean) {
  if (!hasPasskey) return {}
  const begun = await api.auth.confirm.challenge.post()
  if (begun.error) return null
  const proof = await askPasskey(begun.data)
  return proof && { step: begun.data.step, proof }
}
