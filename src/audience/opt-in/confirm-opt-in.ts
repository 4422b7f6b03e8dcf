import { and, eq, isNotNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { optIns } from '../../../db/schema/audience/opt-in.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { mailingListText } from '../../lib/account/mailing-list-text.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { recordConsent } from '../mailing-list/record-consent.ts'
import { followToo } from './follow-by-email.ts'
import { knownOf } from './known-address.ts'
import { type OptInRow, openMs } from './opt-in.ts'

/**
 * The question that a link in an email asks. ON_LIST: it was confirmed, or they joined
 * otherwise; LEFT: they left that list since; LATE: it is older than 30 days.
 */
export type Asked = {
  artist: { id: string; handle: string; displayName: string }
  text: string
  state: 'OPEN' | 'ON_LIST' | 'LEFT' | 'LATE'
}

/** Returns what a key asks; undefined for one that we did not issue. */
export function askedBy(ctx: Ctx, key: string): Asked | undefined {
  const found = find(ctx, key)
  if (!found) return undefined
  return { artist: found.artist, text: mailingListText(found.artist.displayName), state: stateOf(ctx, found.optIn) }
}

function find({ db }: Ctx, key: string) {
  const { id, handle, displayName } = artists
  return db
    .select({ optIn: optIns, artist: { id, handle, displayName } })
    .from(optIns)
    .innerJoin(artists, eq(artists.id, optIns.artistId))
    .where(eq(optIns.keyHash, sha256Hex(key)))
    .get()
}

function stateOf(ctx: Ctx, { artistId, email, askedAt }: OptInRow): Asked['state'] {
  const [known] = knownOf(ctx, artistId, [email])
  if (known?.isOnList) return 'ON_LIST'
  const asked = askedAt ?? 0
  if (known && known.leftAt !== null && known.leftAt >= asked) return 'LEFT'
  return asked < ctx.now() - openMs ? 'LATE' : 'OPEN'
}

/**
 * Puts the address that was sent this key on the mailing list, whoever opens the link; repeating it
 * changes nothing. Throws NOT_FOUND for a key that we did not issue, BAD_STATE for one that is too
 * old, or of somebody who left that list since.
 */
export function confirmOptIn(ctx: Ctx, key: string): Asked {
  return inTransaction(ctx.db, () => {
    const asked = askedBy(ctx, key)
    const found = find(ctx, key)
    if (!asked || !found) throw notFound('link')
    if (asked.state === 'ON_LIST') return asked
    if (asked.state !== 'OPEN')
      throw new AppError('BAD_STATE', say('This link does not put anybody on the list any more.'))
    const { id, artistId, email, agreedBy, givenFrom } = found.optIn
    const from = givenFrom ?? (agreedBy === 'page' ? 'follow' : 'import')
    const person = accountOf(ctx, email)
    const userId = person?.userId ?? null
    recordConsent(ctx, { artistId, email, userId, text: asked.text, from })
    if (person && from === 'follow') followToo(ctx, person, artistId)
    ctx.db.update(optIns).set({ confirmedAt: ctx.now() }).where(eq(optIns.id, id)).run()
    return { ...asked, state: 'ON_LIST' }
  })
}

const accountOf = ({ db }: Ctx, email: string) =>
  db
    .select({ userId: users.id, artistId: artists.id })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(and(eq(users.email, email), isNotNull(users.emailVerifiedAt)))
    .get()
