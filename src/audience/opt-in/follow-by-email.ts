import { and, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { optIns } from '../../../db/schema/audience/opt-in.ts'
import { refuseBlockedDomain } from '../../account/block-list.ts'
import type { OnProof, ProvenPerson } from '../../account/change-user.ts'
import { visibleCasset, worldBySlug } from '../../casset/access/visible-casset.ts'
import { artistOf } from '../../casset/artist-of.ts'
import { isFollowing } from '../../casset/follow/read-follow.ts'
import { type Followed, setFollow } from '../../casset/follow/set-follow.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { requestLanguage, say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { requireMailServer } from '../letter/send/schedule-letter.ts'
import { endFollowed } from '../mailing-list/end-consent.ts'
import { takeFollowed } from '../mailing-list/take-along.ts'
import { askSoon } from './ask-opt-ins.ts'
import { isAskOf, type OptInRow } from './opt-in.ts'

/**
 * Has an address asked by one email whether it follows a casset's artist (rule: follow-by-email).
 * Says and does the same for every valid address, so that nobody learns whose is on a list: the job
 * decides whether it is asked. Throws NOT_FOUND, BAD_STATE without a mail server, VALIDATION.
 */
export function followByEmail(ctx: Ctx, slug: string, viewer: Viewer | null, typed: string): void {
  const { id: artistId } = artistOf(ctx, visibleCasset(ctx, slug, viewer).casset.id)
  requireMailServer(ctx)
  askByEmail(ctx, artistId, typed)
}

/**
 * Has an address asked whether it wants an artist's news, unless it waits to be. `givenFrom`: where
 * a box was ticked for that. Throws VALIDATION.
 */
export function askByEmail(ctx: Ctx, artistId: string, typed: string, givenFrom: OptInRow['givenFrom'] = null): void {
  const email = readAddress(typed)
  if (email === undefined) throw invalid('email', say('Enter a valid email address.'))
  refuseBlockedDomain(ctx, 'email', email)
  const createdAt = ctx.now()
  const asked = { artistId, email, agreedBy: 'page', createdAt, language: requestLanguage(), givenFrom } as const
  inTransaction(ctx.db, () => {
    if (
      ctx.db
        .select({ id: optIns.id })
        .from(optIns)
        .where(and(isAskOf(artistId, email), isNull(optIns.askedAt)))
        .get()
    )
      return
    ctx.db
      .insert(optIns)
      .values({ id: ctx.uuid(), ...asked })
      .run()
    askSoon(ctx, createdAt)
  })
}

type Follower = Pick<ProvenPerson, 'userId' | 'artistId'>

/** Makes an account follow an artist whom its address follows. Called in a transaction. */
export function followToo(ctx: Ctx, person: Follower, artistId: string): void {
  const { id, userId, handle } = artists
  const artist = ctx.db.select({ id, userId, handle }).from(artists).where(eq(id, artistId)).get()
  if (artist && artist.userId !== person.userId) setFollow(ctx, person, artist, true)
}

/** Makes an account follow the artists whom its proven address followed. */
export const goOnWithAccount: OnProof = (ctx, person) => {
  for (const artistId of takeFollowed(ctx, person)) followToo(ctx, person, artistId)
}

/**
 * Makes somebody follow an artist no more, and ends the place on the list that following by email
 * gave them. Called in a transaction.
 */
export function unfollow(ctx: Ctx, viewer: Viewer, artist: Followed): void {
  setFollow(ctx, viewer, artist, false)
  endFollowed(ctx, viewer, artist.id)
}

/**
 * The same at any time, also where they see the casset no longer (rule: endings). Throws NOT_FOUND
 * for a casset that they neither see nor follow the artist of.
 */
export function endFollow(ctx: Ctx, slug: string, viewer: Viewer): Promise<void> {
  const followed = worldBySlug(ctx, slug)?.artist
  const artist = followed && isFollowing(ctx, viewer.userId, followed.id) ? followed : undefined
  const { artist: shown } = artist ? { artist } : visibleCasset(ctx, slug, viewer)
  return ctx.jointly(() => unfollow(ctx, viewer, shown))
}
