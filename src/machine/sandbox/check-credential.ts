import { createHeld } from '../../../db/held.ts'
import { partsBy } from '../../../db/prepared.ts'
import { sandboxCredentials } from '../../../db/schema/machine/sandbox.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'

const mostKnown = 10_000
const bearer = /^bearer +(\S{1,200})$/i

const byHash = partsBy(sandboxCredentials, ['id'], 'secretHash')

/**
 * Returns a check of the Authorization header of sandbox reads. Valid credentials are remembered
 * until something is written, since a hash and a query would cost a third of a read's time.
 */
export function createCredentialCheck({ db }: Ctx): (header: string | null) => boolean {
  const known = createHeld<true>(db, mostKnown)
  return (header) => {
    const secret = header === null ? undefined : bearer.exec(header)?.[1]
    if (secret === undefined) return false
    if (known.get(secret)) return true
    const keep = known.begin(secret)
    if (!byHash(db).get({ secretHash: sha256Hex(secret) })) return false
    keep(true)
    return true
  }
}
