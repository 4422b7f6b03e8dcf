import { artists, users } from '../../../db/schema/account/account.ts'
import { sessions } from '../../../db/schema/account/session.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { makeOwner } from '../../account/owner/make-owner.ts'
import { viewerOfSession } from '../../account/session/viewer.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

/** The people of a rehearsal: the owner of the instance, a guest artist, and a payer. */
export type Cast = { label: Viewer; nova: Viewer; ada: Viewer }

const hourMs = 3_600_000

/** Stores the cast in the empty database of a rehearsal. Nobody can sign in as one of them. */
export function castRehearsal(ctx: Ctx, currency: string): Cast {
  const add = (handle: string) => {
    const [userId, artistId, cassetId, sessionId] = [ctx.uuid(), ctx.uuid(), ctx.uuid(), ctx.uuid()]
    const now = ctx.now()
    // A reserved name that cannot receive email (RFC 2606).
    const user = { id: userId, email: `${handle}@rehearsal.example`, createdAt: now }
    ctx.db.insert(users).values(user).run()
    const artist = {
      id: artistId,
      userId,
      handle,
      displayName: `Rehearsal ${handle}`,
      makesMusic: true,
      createdAt: now,
    }
    ctx.db.insert(artists).values(artist).run()
    const casset = {
      id: cassetId,
      artistId,
      name: 'Rehearsal',
      currency,
      published: true,
      publishedAt: now,
      createdAt: now,
    }
    ctx.db.insert(cassets).values(casset).run()
    if (handle === 'label') makeOwner(ctx, user.email)
    const token = Buffer.from(ctx.random(32)).toString('base64url')
    const session = { tokenHash: sha256Hex(token), id: sessionId, userId, userAgent: 'rehearsal', createdAt: now }
    ctx.db
      .insert(sessions)
      .values({ ...session, seenAt: now, expiresAt: now + hourMs })
      .run()
    const viewer = viewerOfSession(ctx, sessionId)
    if (!viewer) throw new Error('Nobody could be cast.')
    return viewer
  }
  return { label: add('label'), nova: add('nova'), ada: add('ada') }
}
