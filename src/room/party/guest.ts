import { and, eq } from 'drizzle-orm'
import { partyGuests } from '../../../db/schema/room/party.ts'
import { worldBySlug } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { mostGuests } from '../../lib/music/party.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Guests, NewGuest } from './model.ts'
import { changeParty, partyById, partyOf, seenParty } from './party.ts'

/**
 * Counts a browser among those who will be at a party, or no more; repeating it changes nothing
 * (rule: party-guests). Throws NOT_FOUND, and BAD_STATE for a party that has ended or counts no
 * more.
 */
export const setGuest = (ctx: Ctx, slug: string, viewer: Viewer | null, { key, comes }: NewGuest): Promise<Guests> =>
  ctx.jointly(() => {
    const { party } = (comes ? undefined : joinedParty(ctx, slug, key)) ?? seenParty(ctx, slug, viewer)
    const { id: partyId, endedAt, guests } = party
    if (endedAt !== null) throw new AppError('BAD_STATE', say('The party is over.'))
    const { row, isIt } = guestOf(partyId, key)
    const changed = comes
      ? ctx.db.insert(partyGuests).values(row).onConflictDoNothing().returning().get()
      : ctx.db.delete(partyGuests).where(isIt).returning().get()
    if (changed && comes && guests >= mostGuests) throw full()
    if (changed) changeParty(ctx, partyId, { guests: guests + (comes ? 1 : -1) })
    return { comes, guests: partyById(ctx, partyId)?.guests ?? guests }
  })

function guestOf(partyId: string, key: string) {
  // Without the party's id, one key used twice would tell of two parties.
  const row = { partyId, keyHash: sha256Hex(`${partyId} ${key}`) }
  return { row, isIt: and(eq(partyGuests.partyId, partyId), eq(partyGuests.keyHash, row.keyHash)) }
}

/** Returns the party to which a browser comes, also where it is hidden by now (rule: endings). */
function joinedParty(ctx: Ctx, slug: string, key: string) {
  const world = worldBySlug(ctx, slug)
  const party = world && partyOf(ctx, world.casset.id)
  const isGuest = party && ctx.db.select().from(partyGuests).where(guestOf(party.id, key).isIt).get()
  return isGuest && { party }
}

const full = () =>
  new AppError('BAD_STATE', say('So many people are coming that nobody is counted any more.'), {
    hint: say('Come all the same.'),
  })
