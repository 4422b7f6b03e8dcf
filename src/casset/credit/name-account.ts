import { and, count, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { creditConsents, creditedAccounts } from '../../../db/schema/casset/credit.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { artistByAnyHandle } from '../../account/handle/artist-by-handle.ts'
import { notify } from '../../account/notification/notify.ts'
import { isArtistSuspended } from '../../account/suspended.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { isMutedBy } from '../access/member-status.ts'
import { listedArtists, searchArtists } from '../browse/search-artists.ts'
import { ownTrack } from '../track/own-track.ts'
import type { TrackRow } from '../track/to-track.ts'
import { creditNotification } from './credit-notification.ts'
import type { NamedAccount, NamedAccounts } from './model.ts'
import { isOfConsent } from './of-consent.ts'

/** How many people an artist asks in a day. */
const mostADay = 60

/** How many accounts are offered while a handle is typed. */
const mostFound = 8

/** Returns artists with public music whose name or handle has the typed beginnings. */
export async function findAccounts(ctx: Ctx, q: string) {
  const { artists: found } = await searchArtists(ctx, q, { page: 1, limit: mostFound })
  const open = found.filter(({ id }) => !isArtistSuspended(ctx, id))
  return { accounts: open.map(({ handle, name }) => ({ handle, displayName: name })) }
}

const namedOn = prepared((db) =>
  db
    .select({
      name: creditedAccounts.name,
      handle: artists.handle,
      displayName: artists.displayName,
      state: creditConsents.state,
    })
    .from(creditedAccounts)
    .innerJoin(creditConsents, isOfConsent)
    .innerJoin(artists, eq(artists.id, creditedAccounts.artistId))
    .where(eq(creditedAccounts.trackId, sql.placeholder('trackId')))
    .orderBy(creditedAccounts.name),
)

/** Returns whose accounts the names of the caller's track are. Throws as `ownTrack` does. */
export function readNamedAccounts(ctx: Ctx, author: Viewer, trackId: string): NamedAccounts {
  ownTrack(ctx, trackId, author)
  return { accounts: namedOn(ctx.db).all({ trackId }) }
}

/**
 * Says whose account a name is, on all of the caller's tracks of the casset that have it, and asks
 * that person; with null it is nobody's any more. Repeating it changes nothing. Throws VALIDATION
 * for a name that the track has not and for an account that nobody finds, FORBIDDEN for a track of
 * somebody else and where the person muted the caller, BAD_STATE where the person refused.
 */
export function nameAccount(ctx: Ctx, author: Viewer, trackId: string, { name, handle }: NamedAccount): NamedAccounts {
  return inTransaction(ctx.db, () => {
    const { track } = ownTrack(ctx, trackId, author)
    refuseContributed(track, author)
    if (!track.byNames?.some((each) => each.name === name)) {
      throw invalid('name', say('This track names nobody “{name}”.', { name }))
    }
    const person = handle === null ? null : findPerson(ctx, author, handle)
    const before = namedOn(ctx.db).all({ trackId })
    if (before.find((each) => each.name === name)?.handle === person?.handle) return { accounts: before }
    const { cassetId } = track
    const isIt = and(eq(creditedAccounts.cassetId, cassetId), eq(creditedAccounts.name, name))
    if (person) ask(ctx, author, track, name, person)
    ctx.db
      .delete(creditedAccounts)
      .where(and(isIt, person ? ne(creditedAccounts.artistId, person.id) : undefined))
      .run()
    for (const id of person ? tracksWith(ctx, author, cassetId, name) : []) {
      const row = { trackId: id, name, cassetId, artistId: person?.id ?? '' }
      ctx.db.insert(creditedAccounts).values(row).onConflictDoNothing().run()
    }
    return { accounts: namedOn(ctx.db).all({ trackId }) }
  })
}

function refuseContributed({ contributorId }: TrackRow, { artistId }: Viewer): void {
  if (contributorId === null || contributorId === artistId) return
  throw new AppError('FORBIDDEN', say('Somebody else put this track here.'))
}

type Named = NonNullable<ReturnType<typeof artistByAnyHandle>>

/** Those who are hidden, suspended or without public music are as absent as the unknown. */
function findPerson(ctx: Ctx, author: Viewer, handle: string): Named {
  const person = artistByAnyHandle(ctx, handle)
  const isFound = person && (person.id === author.artistId || listedArtists(ctx, [person.id]).length > 0)
  if (!isFound || isArtistSuspended(ctx, person.id)) {
    throw invalid('handle', say('There is no artist @{handle} here.', { handle: handle.replace(/^@/, '') }))
  }
  if (isMutedBy(ctx, person.id, author.userId)) {
    throw new AppError('FORBIDDEN', say('@{handle} muted you, so you cannot ask them.', { handle: person.handle }))
  }
  return person
}

function ask(ctx: Ctx, { artistId: askerId }: Viewer, { cassetId, title }: TrackRow, name: string, person: Named) {
  const ofPerson = and(eq(creditConsents.cassetId, cassetId), eq(creditConsents.artistId, person.id))
  const known = ctx.db.select().from(creditConsents).where(ofPerson).all()
  if (known.some(({ state }) => state === 'REFUSED')) {
    throw new AppError('BAD_STATE', say('@{handle} does not want a link on this casset.', { handle: person.handle }), {
      field: 'handle',
    })
  }
  if (known.some((each) => each.name === name)) return
  refuseMany(ctx, askerId)
  const isOwn = person.id === askerId
  const answer = isOwn ? ({ state: 'AGREED', answeredAt: ctx.now() } as const) : ({ state: 'ASKED' } as const)
  const row = { id: ctx.uuid(), cassetId, artistId: person.id, name, askerId, askedAt: ctx.now(), ...answer }
  ctx.db.insert(creditConsents).values(row).run()
  if (isOwn) return
  const details = { id: row.id, name, track: title }
  notify(ctx, creditNotification, { artistId: person.id, actorId: askerId, key: cassetId, details })
}

function refuseMany(ctx: Ctx, askerId: string): void {
  const isOfToday = and(eq(creditConsents.askerId, askerId), gt(creditConsents.askedAt, ctx.now() - dayMs))
  const asked = ctx.db.select({ count: count() }).from(creditConsents).where(isOfToday).get()
  if ((asked?.count ?? 0) < mostADay) return
  throw new AppError('BAD_STATE', say('You can ask {mostADay} people a day.', { mostADay }), {
    hint: say('Go on tomorrow.'),
  })
}

/** Returns the caller's tracks of a casset that have a name. */
const tracksWith = (ctx: Ctx, { artistId }: Viewer, cassetId: string, name: string): string[] =>
  ctx.db
    .select({ id: tracks.id, by: tracks.byNames })
    .from(tracks)
    .where(
      and(
        eq(tracks.cassetId, cassetId),
        isNull(tracks.withdrawnAt),
        sql`${tracks.byNames} IS NOT NULL`,
        or(isNull(tracks.contributorId), eq(tracks.contributorId, artistId)),
      ),
    )
    .all()
    .flatMap(({ id, by }) => (by?.some((each) => each.name === name) ? id : []))
