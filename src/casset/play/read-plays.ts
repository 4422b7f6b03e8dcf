import { and, asc, between, eq, isNull, sql, sum } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { playDays, playMonths, playStops } from '../../../db/schema/casset/play.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { type Days, type Division, dateOf, divideDays, monthStart, startOf } from '../../lib/time/calendar.ts'
import { createPace } from '../../lib/turn/pace.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { ownCasset } from '../casset.ts'
import { otherNames, stopParts } from './count-play.ts'
import type { Plays } from './model.ts'

const { placeholder } = sql

const mostParts = 400

type Table = typeof playDays | typeof playMonths
type Counted = (typeof playDays.$inferSelect)['counted']

const sumsBy = (table: Table, column: Table['day'] | Table['name']) =>
  prepared((db: Db) => {
    const isAsked = and(
      eq(table.cassetId, placeholder('cassetId')),
      eq(table.counted, placeholder('counted')),
      between(table.day, placeholder('from'), placeholder('to')),
    )
    const plays = sum(table.plays).mapWith(Number)
    return db
      .select({ key: sql<string | number>`${column}`, plays })
      .from(table)
      .where(isAsked)
      .groupBy(column)
  })
const sums = {
  day: [sumsBy(playDays, playDays.day), sumsBy(playMonths, playMonths.day)],
  name: [sumsBy(playDays, playDays.name), sumsBy(playMonths, playMonths.name)],
} as const

const tracksOf = prepared((db) =>
  db
    .select({ id: tracks.id, title: tracks.title })
    .from(tracks)
    .where(and(eq(tracks.cassetId, placeholder('cassetId')), isNull(tracks.withdrawnAt)))
    .orderBy(asc(tracks.position)),
)
const stopsOf = prepared((db) =>
  db
    .select({ trackId: playStops.trackId, counted: playStops.counted, part: playStops.part, plays: playStops.plays })
    .from(tracks)
    .innerJoin(playStops, eq(playStops.trackId, tracks.id))
    .where(eq(tracks.cassetId, placeholder('cassetId'))),
)

const any = prepared((db) =>
  db
    .select({ day: playDays.day })
    .from(playDays)
    .where(eq(playDays.cassetId, placeholder('cassetId')))
    .limit(1),
)

/** Returns whether anybody played a casset in the last 90 days, who is not its artist. */
export const wasPlayed = (ctx: Ctx, cassetId: string): boolean => any(ctx.db).get({ cassetId }) !== undefined

/** Returns the caller's cassets, or the one asked for. Throws NOT_FOUND or FORBIDDEN for it. */
export function ownPlayed(ctx: Ctx, { artistId, ...viewer }: Viewer, asked?: string): { id: string; name: string }[] {
  if (asked !== undefined) return [ownCasset(ctx, asked, { artistId, ...viewer })]
  const { id, name } = cassets
  return ctx.db.select({ id, name }).from(cassets).where(eq(cassets.artistId, artistId)).orderBy(asc(id)).all()
}

function tooFar(by: Division): string {
  if (by === 'day') return say('These dates are more than {most} days apart.', { most: mostParts })
  if (by === 'week') return say('These dates are more than {most} weeks apart.', { most: mostParts })
  return say('These dates are more than {most} months apart.', { most: mostParts })
}

/**
 * Returns how often an artist's cassets were played in a span of days, or one of them. Days that
 * are over 90 days old are known by their month only, which counts as its first day. Throws
 * VALIDATION when there are too many parts.
 */
export async function readPlays(ctx: Ctx, viewer: Viewer, days: Days, by: Division, asked?: string): Promise<Plays> {
  const spans = divideDays(days, by, mostParts)
  if (!spans) throw invalid('from', tooFar(by), say('Ask for weeks or months.'))
  const months = { from: by === 'month' ? monthStart(days.from) : days.from, to: days.to }
  const played = ownPlayed(ctx, viewer, asked)
  const sumBy = (key: 'day' | 'name', counted: Counted, cassetId: string) => {
    const [ofDays, ofMonths] = sums[key]
    return [
      ...ofDays(ctx.db).all({ cassetId, counted, ...days }),
      ...ofMonths(ctx.db).all({ cassetId, counted, ...months }),
    ]
  }
  const series = spans.map((span) => ({ ...span, previews: 0, wholes: 0 }))
  const partAt = new Map(series.map((part) => [startOf(part.from, by), part]))
  const named = { source: new Map<string, number>(), language: new Map<string, number>() }
  const found: Plays['tracks'] = []
  const ofCassets: Plays['cassets'] = []
  // A sum of 500 tracks takes some milliseconds: others get their turn in between.
  const pace = createPace(ctx.monotonicMs)
  for (const { id, name } of played) {
    const heard = { previews: 0, wholes: 0 }
    for (const [counted, field] of fields) {
      for (const { key, plays } of sumBy('day', counted, id)) {
        const part = partAt.get(startOf(Number(key), by))
        if (part) {
          part[field] += plays
          heard[field] += plays
        }
      }
      await pace()
    }
    ofCassets.push({ id, name, ...heard })
    for (const counted of ['source', 'language'] as const)
      for (const { key, plays } of sumBy('name', counted, id))
        named[counted].set(String(key), (named[counted].get(String(key)) ?? 0) + plays)
    await pace()
    found.push(...(await playedTracks(ctx, { id, name }, (counted) => sumBy('name', counted, id), pace)))
  }
  return {
    from: dateOf(days.from),
    to: dateOf(days.to),
    by,
    previews: series.reduce((total, { previews }) => total + previews, 0),
    wholes: series.reduce((total, { wholes }) => total + wholes, 0),
    series: series.map(({ from, to, ...plays }) => ({ from: dateOf(from), to: dateOf(to), ...plays })),
    cassets: ofCassets.sort((a, b) => b.previews + b.wholes - a.previews - a.wholes),
    tracks: found.sort((a, b) => b.previews + b.wholes - a.previews - a.wholes),
    sources: most(named.source).map(([source, plays]) => ({ source: source || null, plays })),
    languages: most(named.language).map(([language, plays]) => ({ language: language || null, plays })),
  }
}

const fields = [
  ['preview', 'previews'],
  ['whole', 'wholes'],
] as const

async function playedTracks(
  ctx: Ctx,
  casset: { id: string; name: string },
  sumBy: (counted: Counted) => { key: string | number; plays: number }[],
  pace: () => Promise<void>,
): Promise<Plays['tracks']> {
  const plays = { preview: new Map<string, number>(), whole: new Map<string, number>() }
  for (const [counted] of fields) {
    for (const row of sumBy(counted)) add(plays[counted], String(row.key), row.plays)
    await pace()
  }
  const stops = new Map<string, number[]>()
  for (const { trackId, counted, part, plays } of stopsOf(ctx.db).all({ cassetId: casset.id })) {
    const list = stops.get(`${trackId} ${counted}`) ?? Array.from({ length: stopParts }, () => 0)
    list[part] = plays
    stops.set(`${trackId} ${counted}`, list)
  }
  return tracksOf(ctx.db)
    .all({ cassetId: casset.id })
    .map(({ id, title }) => ({
      id,
      title,
      casset: casset.name,
      previews: plays.preview.get(id) ?? 0,
      wholes: plays.whole.get(id) ?? 0,
      previewStops: stops.get(`${id} preview`) ?? [],
      wholeStops: stops.get(`${id} whole`) ?? [],
    }))
}

const add = (sums: Map<string, number>, name: string, plays: number) => sums.set(name, (sums.get(name) ?? 0) + plays)

/** Returns names and their plays, most first; those that were counted together come last. */
const most = (sums: ReadonlyMap<string, number>) =>
  [...sums].sort(
    ([a, ofA], [b, ofB]) =>
      Number(a === otherNames) - Number(b === otherNames) || ofB - ofA || Number(a === '') - Number(b === ''),
  )
