import type { Ctx } from '../../context.ts'
import { hmac, sameText } from '../../lib/hash/hmac.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'

type Purpose = 'invitation' | 'former address'
type Keys = Pick<Ctx, 'secrets'>

/**
 * Returns an id signed with 256 bits that only this site can compute, for a link. The result is the
 * same each time and not stored: an email that is sent again has the same link, and a stolen
 * database opens none.
 */
export const signId = ({ secrets }: Keys, purpose: Purpose, id: string): string =>
  `${id}.${hmac(secrets.session[0] ?? '', `${purpose} ${id}`)}`

/** Returns the id in such a text; undefined when this site did not sign it. */
export function readSignedId({ secrets }: Keys, purpose: Purpose, text: string): string | undefined {
  const [id = '', signature = ''] = text.split('.')
  const isOurs = secrets.session.some((secret) => sameText(signature, hmac(secret, `${purpose} ${id}`)))
  return isUuidV7(id) && isOurs ? id : undefined
}
