import { and, asc, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { createPace } from '../../lib/pace.ts'
import { beginningsOf, wordsIn } from '../../lib/search-words.ts'
import { whereShown } from '../access/held-track.ts'
import { listedById, type RackEntry } from '../recent-cassets.ts'
import { type CassetSearch, searchCassets } from '../search-cassets.ts'

const cassetsAtOnce = 20
/** So many cassets are looked through for one page. */
const mostCassets = 400

const shownOf = prepared((db) =>
  db
    .select({ id: tracks.id, title: tracks.title, durationSec: tracks.durationSec })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), whereShown))
    .orderBy(asc(tracks.position), asc(tracks.id)),
)

/** A public track of a listed casset. */
export type FoundTrack = { id: string; title: string; durationSec: number | null; casset: RackEntry }

/**
 * Returns a page of the public tracks with a word in the title, and the others in title, name of
 * the casset or artist, for each of the typed beginnings; those of the most recently listed casset
 * first. A page ends with a casset, so that it may have some more than `limit`; it may have none
 * although more follow, as it looks through 400 cassets at most (rule: casset-search).
 */
export async function searchTracks(ctx: Ctx, { q, limit, cursor: start }: CassetSearch) {
  const beginnings = beginningsOf(q)
  const pace = createPace(ctx.monotonicMs)
  const found: FoundTrack[] = []
  let cursor = start
  for (let looked = 0; looked < mostCassets; looked += cassetsAtOnce) {
    const step = searchCassets(ctx, { q, limit: cassetsAtOnce, cursor })
    if (step === null) return { found, nextCursor: null }
    const listed = listedById(ctx, step.ids)
    for (const [at, cassetId] of step.ids.entries()) {
      const casset = listed.get(cassetId)
      if (!casset) continue
      const around = wordsIn(`${casset.name} ${casset.displayName} ${casset.handle}`)
      for (const { id, title, durationSec } of shownOf(ctx.db).all({ cassetId })) {
        const own = wordsIn(title)
        const isFound =
          beginnings.some((each) => own.includes(each)) &&
          beginnings.every((each) => own.includes(each) || around.includes(each))
        if (isFound) found.push({ id, title, durationSec, casset })
      }
      const isLast = at === step.ids.length - 1 && step.nextCursor === null
      if (found.length >= limit) return { found, nextCursor: isLast ? null : cassetId }
      // A casset has up to 500 tracks.
      await pace()
    }
    if (step.nextCursor === null) return { found, nextCursor: null }
    cursor = step.nextCursor
  }
  return { found, nextCursor: cursor ?? null }
}
