import { type Static, Type as t } from '@sinclair/typebox'
import { rawStatement } from '../../../db/prepared.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { searchWords } from '../../lib/text/search-words.ts'
import { addresses } from '../rendering/addresses.ts'
import { Found, type FoundRelease, type FoundReleases } from '../shape.ts'

/** Matching releases are read this many at a time: most may be on cassets that are not public. */
const lookedAt = 500

const Candidate = t.Object({ position: t.Integer(), releaseId: t.String() })
type Window = { before: number; most: number }

// Raw: FTS5.
const matching = rawStatement<typeof Candidate, Window & { words: string }>(
  Candidate,
  `SELECT rowid AS position, release_id AS releaseId FROM release_search
   WHERE release_search MATCH $words AND rowid < $before ORDER BY rowid DESC LIMIT $most`,
)
// Raw: FTS5.
const newest = rawStatement<typeof Candidate, Window>(
  Candidate,
  `SELECT rowid AS position, release_id AS releaseId FROM release_search
   WHERE rowid < $before ORDER BY rowid DESC LIMIT $most`,
)

const Row = t.Object({
  position: t.Integer(),
  handle: t.String(),
  displayName: t.String(),
  ...t.Omit(Found, ['artist', 'url', 'manifestUrl']).properties,
})
type Row = Static<typeof Row>

// Raw: it reads manifests in the order of a list, only until a page is full.
const listed = rawStatement<typeof Row, { candidates: string; most: number }>(
  Row,
  `SELECT v.log_position AS position, r.id, v.manifest ->> '$.release.title' AS title,
     v.manifest ->> '$.release.type' AS type, v.canonical_version AS canonicalVersion,
     v.canonical_hash AS canonicalHash, a.handle, a.display_name AS displayName
   FROM json_each($candidates) j JOIN releases r ON r.id = j.value
   JOIN listed_cassets l ON l.casset_id = r.casset_id
   JOIN cassets c ON c.id = r.casset_id JOIN artists a ON a.id = c.artist_id
   JOIN release_versions v ON v.id = (SELECT id FROM release_versions
     WHERE release_id = r.id AND manifest_status = 'READY' ORDER BY canonical_version DESC LIMIT 1)
   WHERE EXISTS (SELECT 1 FROM release_policies p
     WHERE p.release_id = r.id AND p.scope = 'search-index' AND p.decision = 'ALLOW')
   ORDER BY j.key LIMIT $most`,
)

/** A search: words of a title, an artist or a track; without words the newest of all. */
export type ReleaseSearch = { query?: string; limit: number; cursor?: string }

/**
 * Returns public releases whose newest version has all words, newest first (rule: release-search).
 * A page may have fewer than the limit and still be followed by another. Throws VALIDATION for a
 * query without a letter or digit.
 */
export function searchReleases(ctx: Ctx, { query, limit, cursor }: ReleaseSearch): FoundReleases {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
  const window = { before, most: lookedAt }
  const candidates =
    query === undefined ? newest(ctx.db).all(window) : matching(ctx.db).all({ ...window, words: matchOf(query) })
  const ids = JSON.stringify(candidates.map(({ releaseId }) => releaseId))
  const rows = listed(ctx.db).all({ candidates: ids, most: limit + 1 })
  const page = rows.slice(0, limit)
  const lastLookedAt = rows.length > limit ? page.at(-1) : candidates[lookedAt - 1]
  return {
    releases: page.map((row) => toFound(ctx, row)),
    nextCursor: lastLookedAt ? String(lastLookedAt.position) : null,
  }
}

/** Returns a text as a query of full-text search, without operators. */
function matchOf(text: string): string {
  const words = searchWords(text)
  if (words.length === 0) throw invalid('query', say('The query needs a letter or a digit.'))
  // Whole words: for the beginning of a word, all rows would be gathered before the first is found.
  return words.map((each) => `"${each}"`).join(' ')
}

function toFound({ site }: Ctx, { position: _, handle, displayName, ...row }: Row): FoundRelease {
  return {
    ...row,
    artist: { handle, displayName },
    url: site.origin + addresses.pageOf(handle, row.id),
    manifestUrl: `${site.origin}/api/agents/releases/${row.id}/manifest`,
  }
}
