import { and, count, eq, sql } from 'drizzle-orm'
import { prepared, wholeRow } from '../../../db/prepared.ts'
import { playDays, playStops } from '../../../db/schema/casset/play.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { leastPlaySec } from '../../lib/music/least-play.ts'
import { dayAt } from '../../lib/time/calendar.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { visibleTrack } from '../access/decide-access.ts'
import { isOwnOrShared } from '../access/visible-casset.ts'
import type { NewPlay } from './model.ts'

const { placeholder } = sql

/** The number of parts of a track in which its plays stop. */
export const stopParts = 20

/** The hosts and languages counted by name, per casset and day; the rest counts as one. */
const mostNames = 100

/** The name under which the rest is counted: neither a host nor a language. */
export const otherNames = '*'

const addToDay = prepared((db) => {
  const { cassetId, counted, day, name, plays } = playDays
  return db
    .insert(playDays)
    .values(wholeRow(playDays))
    .onConflictDoUpdate({ target: [cassetId, counted, day, name], set: { plays: sql`${plays} + 1` } })
})
const addToStops = prepared((db) => {
  const { trackId, counted, part, plays } = playStops
  return db
    .insert(playStops)
    .values(wholeRow(playStops))
    .onConflictDoUpdate({ target: [trackId, counted, part], set: { plays: sql`${plays} + 1` } })
})

const { cassetId, counted, day, name } = playDays
const isOfDay = and(
  eq(cassetId, placeholder('cassetId')),
  eq(counted, placeholder('counted')),
  eq(day, placeholder('day')),
)
const known = prepared((db) =>
  db
    .select({ day })
    .from(playDays)
    .where(and(isOfDay, eq(name, placeholder('name')))),
)
const names = prepared((db) => db.select({ names: count() }).from(playDays).where(isOfDay))

/**
 * Counts a play of a track that has ended, with the host it came from and the browser's language,
 * and nothing about who it was (rule: plays). The artists' own plays and those under two seconds
 * are not counted. Throws NOT_FOUND for a track that the viewer cannot see, or of another casset.
 */
export async function countPlay(
  ctx: Ctx,
  slug: string,
  viewer: Viewer | null,
  { trackId, heard, stoppedSec, source = null }: NewPlay,
  languages: string | null,
): Promise<void> {
  const { track, world } = visibleTrack(ctx, trackId, viewer)
  if (world.artist.handle !== slug) throw notFound('track')
  const lengthSec = heard === 'preview' ? track.hookDurationSec : track.durationSec
  if (isOwnOrShared(ctx, world, viewer) || stoppedSec < leastPlaySec || lengthSec === null) return
  const part = Math.min(stopParts - 1, Math.floor((stoppedSec / lengthSec) * stopParts))
  const { id } = world.casset
  const today = dayAt(ctx.now())
  const host = hostOf(source)
  const isOwnHost = host === new URL(ctx.site.origin).hostname
  await ctx.jointly(() => {
    const count = (what: 'preview' | 'whole' | 'source' | 'language', of: string) =>
      addToDay(ctx.db).run({ cassetId: id, counted: what, day: today, name: of, plays: 1 })
    const named = (what: 'source' | 'language', of: string) => {
      const asked = { cassetId: id, counted: what, day: today, name: of }
      const isNew = known(ctx.db).get(asked) === undefined
      const isFull = isNew && (names(ctx.db).get(asked)?.names ?? 0) >= mostNames
      count(what, isFull ? otherNames : of)
    }
    count(heard, trackId)
    named('source', isOwnHost ? '' : host)
    named('language', languageOf(languages))
    addToStops(ctx.db).run({ trackId, counted: heard, part, plays: 1 })
  })
}

/** Returns a host without its port and `www.`; an empty text for what is none. */
function hostOf(source: string | null): string {
  const host = source === null ? undefined : URL.parse(`http://${source}`)?.hostname
  return host !== undefined && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host) ? host.replace(/^www\./, '') : ''
}

/** Returns a browser's first language, as `de` or `de-AT`; an empty text for none. */
function languageOf(asked: string | null): string {
  const [, language = '', region] = /^\s*([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?\b/i.exec(asked ?? '') ?? []
  return region ? `${language.toLowerCase()}-${region.toUpperCase()}` : language.toLowerCase()
}
