import { and, asc, eq, sql } from 'drizzle-orm'
import { partsBy, prepared } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import type { ByName } from '../../lib/music/by.ts'
import { beginningsOf, wordsIn } from '../../lib/text/search-words.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { whereShown } from '../access/held-track.ts'
import { listedById, type RackEntry } from '../recent-cassets.ts'
import { type CassetSearch, searchCassets } from '../search-cassets.ts'
import { whereFound } from '../usage/found-track.ts'

const cassetsAtOnce = 20
/** So many cassets are looked through for one page. */
const mostCassets = 400

const shownOf = prepared((db) =>
  db
    .select({
      ...{ id: tracks.id, title: tracks.title, by: tracks.byNames },
      ...{ durationSec: tracks.durationSec, position: tracks.position },
    })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), whereShown, whereFound(db, tracks.id)))
    .orderBy(asc(tracks.position), asc(tracks.id)),
)

const placeOf = partsBy(tracks, ['id', 'cassetId', 'position'], 'id')

type Place = { id: string; cassetId: string; position: number }

export type FoundTrack = {
  id: string
  title: string
  by: readonly ByName[]
  durationSec: number | null
  casset: RackEntry
}

/**
 * Returns a page of the public tracks that a search finds: each typed beginning begins a word of
 * the title, casset or artist, and one of them a word of the title or of those who made the track.
 * Tracks of the most recently listed casset come first. A page may be empty although more follow,
 * as it looks through 400 cassets at most (rule: casset-search). The cursor is the last track of a
 * page, or the last casset looked through.
 */
export async function searchTracks(ctx: Ctx, { q, limit, cursor: start }: CassetSearch) {
  const beginnings = beginningsOf(q)
  const pace = createPace(ctx.monotonicMs)
  const found: FoundTrack[] = []
  let last: Place | undefined = start === undefined ? undefined : placeOf(ctx.db).get({ id: start })
  let cursor = last?.cassetId ?? start
  for (let looked = 0; looked < mostCassets; looked += cassetsAtOnce) {
    const step = searchCassets(ctx, { q, limit: cassetsAtOnce, cursor, isFrom: last !== undefined })
    if (step === null) return { found, nextCursor: null }
    const listed = listedById(ctx, step.ids)
    for (const cassetId of step.ids) {
      const casset = listed.get(cassetId)
      if (!casset) continue
      const shown = shownOf(ctx.db).all({ cassetId })
      const rest = last?.cassetId === cassetId ? shown.filter(isAfter(last)) : shown
      for (const { id, title, by, durationSec } of rest) {
        const track = { id, title, by: by ?? [], durationSec, casset }
        if (isFound(track, beginnings)) found.push(track)
        // One more tells whether another page follows.
        if (found.length > limit) return { found: found.slice(0, limit), nextCursor: found[limit - 1]?.id ?? null }
      }
      // A casset has up to 500 tracks.
      await pace()
    }
    if (step.nextCursor === null) return { found, nextCursor: null }
    cursor = step.nextCursor
    last = undefined
  }
  return { found, nextCursor: cursor ?? null }
}

const isAfter =
  (last: Place) =>
  ({ id, position }: { id: string; position: number }): boolean =>
    position > last.position || (position === last.position && id > last.id)

function isFound({ title, by, casset }: FoundTrack, beginnings: readonly string[]): boolean {
  const { name, displayName, handle } = casset
  const own = wordsIn([title, ...by.map((each) => each.name)].join(' '))
  if (!beginnings.some((each) => own.includes(each))) return false
  const around = wordsIn(`${name} ${displayName} ${handle}`)
  return beginnings.every((each) => own.includes(each) || around.includes(each))
}
