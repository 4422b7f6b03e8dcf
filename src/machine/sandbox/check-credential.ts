import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hmac.ts'

const mostKnown = 10_000
const bearer = /^bearer +(\S{1,200})$/i

/**
 * Returns a check of the Authorization header of sandbox reads. What was found valid is remembered until somebody
 * revokes a credential, since a hash and a query would cost a read a third of its time.
 */
export function createCredentialCheck({ db, knownCredentials }: Ctx): (header: string | null) => boolean {
  const byHash = db.$client.query<{ id: string }, [string]>('SELECT id FROM sandbox_credentials WHERE secret_hash = ?')
  return (header) => {
    const secret = header === null ? undefined : bearer.exec(header)?.[1]
    if (secret === undefined) return false
    if (knownCredentials.has(secret)) return true
    if (byHash.get(sha256Hex(secret)) === null) return false
    if (knownCredentials.size >= mostKnown) knownCredentials.clear()
    knownCredentials.add(secret)
    return true
  }
}
