import { and, count, desc, eq, exists, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { inTransaction } from '../../../db/commits.ts'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { creditConsents, creditedAccounts } from '../../../db/schema/casset/credit.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { notify } from '../../account/notification/notify.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { say } from '../../lib/language/say.ts'
import { slugOf } from '../../lib/text/slug.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { isVisible } from '../access/visible-casset.ts'
import { isAgreed, mostAlsoOn } from './also-on.ts'
import { agreedNotification } from './credit-notification.ts'
import type { Credits } from './model.ts'
import { isOfConsent } from './of-consent.ts'

/** How many tracks a question names. */
const mostTitles = 5

const { placeholder } = sql
const asker = alias(artists, 'asker')

/** A refusal outlasts the name. */
const isNamed = (db: Db) => exists(db.select({ one: sql`1` }).from(creditedAccounts).where(isOfConsent))

const page = prepared((db) =>
  db
    .select({
      consent: creditConsents,
      casset: cassets,
      owner: { userId: artists.userId, handle: artists.handle },
      asker: { handle: asker.handle, displayName: asker.displayName },
    })
    .from(creditConsents)
    .innerJoin(cassets, eq(cassets.id, creditConsents.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .innerJoin(asker, eq(asker.id, creditConsents.askerId))
    .where(
      and(
        eq(creditConsents.artistId, placeholder('artistId')),
        lt(creditConsents.id, placeholder('before')),
        isNamed(db),
      ),
    )
    .orderBy(desc(creditConsents.id))
    .limit(placeholder('most')),
)

const titlesOf = prepared((db) =>
  db
    .select({ title: tracks.title })
    .from(creditedAccounts)
    .innerJoin(tracks, eq(tracks.id, creditedAccounts.trackId))
    .where(
      and(
        eq(creditedAccounts.cassetId, placeholder('cassetId')),
        eq(creditedAccounts.artistId, placeholder('artistId')),
        eq(creditedAccounts.name, placeholder('name')),
      ),
    )
    .orderBy(tracks.position)
    .limit(mostTitles),
)

const newest = '~'

/** Returns a page of what the caller was asked and said, the newest first. */
export function listCredits(ctx: Ctx, viewer: Viewer, limit: number, cursor = newest): Credits {
  const { artistId } = viewer
  const rows = page(ctx.db).all({ artistId, before: cursor, most: limit + 1 })
  const { page: shown, nextCursor } = cutPage(rows, limit, ({ consent }) => consent.id)
  return {
    credits: shown.map(({ consent: { id, name, state, cassetId, askedAt }, casset, owner, asker }) => ({
      id,
      name,
      state,
      casset: {
        name: casset.name,
        slug: isVisible(ctx, { casset, artist: owner }, viewer) ? slugOf(casset, owner.handle) : null,
      },
      tracks: titlesOf(ctx.db)
        .all({ cassetId, artistId, name })
        .map(({ title }) => title),
      asker,
      askedAt: new Date(askedAt).toISOString(),
    })),
    nextCursor,
  }
}

/** Returns whether anybody has said that a track is by the account. */
export const hasCredits = (ctx: Ctx, viewer: Viewer): boolean =>
  page(ctx.db).get({ artistId: viewer.artistId, before: newest, most: 1 }) !== undefined

/**
 * Says yes or no to a name that is to lead to the caller's page, at any time. Repeating it changes
 * nothing. Throws NOT_FOUND for a question to somebody else, or where the name was taken off,
 * BAD_STATE when as many cassets as allowed link to them.
 */
export function answerCredit(ctx: Ctx, viewer: Viewer, id: string, agreed: boolean): void {
  inTransaction(ctx.db, () => {
    const found = mine(ctx.db).get({ id, artistId: viewer.artistId })
    if (!found) throw notFound('credit')
    const state = agreed ? 'AGREED' : 'REFUSED'
    const { consent, casset, handle } = found
    if (consent.state === state) return
    if (agreed) refuseMany(ctx, viewer)
    ctx.db.update(creditConsents).set({ state, answeredAt: ctx.now() }).where(eq(creditConsents.id, id)).run()
    if (!agreed) return
    const details = { slug: slugOf(casset, handle), name: consent.name, casset: casset.name }
    notify(ctx, agreedNotification, { artistId: consent.askerId, actorId: viewer.artistId, key: id, details })
  })
}

const mine = prepared((db) =>
  db
    .select({ consent: creditConsents, casset: cassets, handle: artists.handle })
    .from(creditConsents)
    .innerJoin(cassets, eq(cassets.id, creditConsents.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(
      and(eq(creditConsents.id, placeholder('id')), eq(creditConsents.artistId, placeholder('artistId')), isNamed(db)),
    ),
)

function refuseMany({ db }: Ctx, { artistId }: Viewer): void {
  const isTheirs = eq(creditConsents.artistId, artistId)
  const agreed = db.select({ count: count() }).from(creditConsents).where(and(isTheirs, isAgreed)).get()
  if ((agreed?.count ?? 0) < mostAlsoOn) return
  throw new AppError('BAD_STATE', say('{mostAlsoOn} names lead to your page already.', { mostAlsoOn }), {
    hint: say('Take back one yes first.'),
  })
}
