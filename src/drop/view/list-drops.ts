import { Type as t } from '@sinclair/typebox'
import { and, desc, eq, lt } from 'drizzle-orm'
import { rawStatement } from '../../../db/prepared.ts'
import { type campaignStates, campaigns } from '../../../db/schema/drop/drop.ts'
import { namedArtist } from '../../casset/moved-casset.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Sum } from '../../lib/money/money.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { prizeOf } from '../prize/pool.ts'
import type * as shape from './model.ts'
import { toCampaigns } from './to-campaign.ts'

export type DropQuery = { state?: (typeof campaignStates)[number] | undefined; handle?: string | undefined }

/** So many of the newest are read for a page: some may be of cassets that are not listed. */
const lookedAt = 500

type DropFilter = { mode: string; artistId: string | null; state: string | null; before: string; most: number }

/** The condition that nobody took down the track of a drop `c`. */
// Raw: a part of the statements below.
const isTrackUp = 'NOT EXISTS (SELECT 1 FROM tracks WHERE taken_down IS NOT NULL AND hook_id = c.hook_id)'

/** Each combination is a range of an index of its own. */
// Raw: INDEXED BY.
function questionOf({ state, artistId }: Pick<DropFilter, 'state' | 'artistId'>): string {
  const where = [
    'mode = $mode AND opened_at IS NOT NULL',
    ...(artistId === null ? [] : ['artist_id = $artistId']),
    ...(state === null ? [] : ['state = $state']),
  ]
  const index = artistId === null ? (state === null ? 'campaigns_public' : 'campaigns_by_state') : 'campaigns_by_artist'
  return `SELECT id, casset_id IN (SELECT casset_id FROM listed_cassets) AND ${isTrackUp} AS isListed
    FROM campaigns c INDEXED BY ${index} WHERE ${where.join(' AND ')} AND id < $before ORDER BY id DESC LIMIT $most`
}

function ownDrops({ db }: Ctx, artistId: string, state: DropQuery['state'], before: string, most: number) {
  const isOfState = state === undefined ? undefined : eq(campaigns.state, state)
  return db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.artistId, artistId), isOfState, lt(campaigns.id, before)))
    .orderBy(desc(campaigns.id))
    .limit(most)
    .all()
}

// Sorts after every id.
const afterAll = '~'

/**
 * Returns the opened drops of listed cassets, without those whose track is taken down, and the
 * viewer's own in any state, newest first. A page may have fewer than the limit and still be
 * followed by another.
 */
export function listDrops(
  ctx: Ctx,
  viewer: Viewer | null,
  { state, handle }: DropQuery,
  limit: number,
  cursor = afterAll,
): shape.Campaigns {
  const artist = handle === undefined ? null : namedArtist(ctx, handle, viewer)
  if (artist === undefined) return { campaigns: [], nextCursor: null }
  const artistId = artist?.id ?? null
  const asked = { mode: ctx.config.paymentMode, artistId, state: state ?? null, before: cursor, most: lookedAt }
  // Raw: INDEXED BY, and which one differs.
  const opened = ctx.db.$client.query<{ id: string; isListed: 0 | 1 }, DropFilter>(questionOf(asked)).all(asked)
  // Older drops were not read: they belong to a later page.
  const oldest = opened[lookedAt - 1]?.id ?? ''
  const isOwnAsked = viewer !== null && (artistId === null || artistId === viewer.artistId)
  const owned = isOwnAsked ? ownDrops(ctx, viewer.artistId, state, cursor, limit + 1) : []
  const rows = [...opened.filter(({ isListed }) => isListed === 1), ...owned.filter(({ id }) => id >= oldest)]
  const ids = [...new Set(rows.map(({ id }) => id))]
    .sort()
    .reverse()
    .slice(0, limit + 1)
  const { page, nextCursor } = cutPage(ids, limit, (id) => id)
  return { campaigns: toCampaigns(ctx, page), nextCursor: nextCursor ?? (oldest || null) }
}

const OfCasset = t.Object({
  id: t.String(),
  state: t.Literal('OPEN'),
  title: t.String(),
  hookId: t.String(),
  endsAt: t.Integer(),
})

// Raw: INDEXED BY.
const ofCasset = rawStatement<typeof OfCasset, { cassetId: string; mode: string; now: number }>(
  OfCasset,
  `SELECT id, state, title, hook_id AS hookId, ends_at AS endsAt FROM campaigns c INDEXED BY campaigns_by_casset
   WHERE casset_id = $cassetId AND state = 'OPEN' AND mode = $mode AND ends_at >= $now AND ${isTrackUp}
   ORDER BY ends_at LIMIT 3`,
)

export type OpenDrop = { id: string; title: string; hookId: string; endsAt: string; prize: Sum[] }

/** Returns the drops of a casset that accept clips now: three at most, those that end first. */
export function openDropsOf(ctx: Ctx, cassetId: string): OpenDrop[] {
  const rows = ofCasset(ctx.db).all({ cassetId, mode: ctx.config.paymentMode, now: ctx.now() })
  return rows.map(({ id, state, title, hookId, endsAt }) => ({
    id,
    title,
    hookId,
    endsAt: new Date(endsAt).toISOString(),
    prize: prizeOf(ctx, { id, state }),
  }))
}

const few = 10
const Count = t.Object({ n: t.Integer() })
// Raw: INDEXED BY.
const openNow = rawStatement<typeof Count, { mode: string; now: number }>(
  Count,
  `SELECT count(*) AS n FROM (SELECT 1 FROM (SELECT casset_id FROM campaigns c INDEXED BY campaigns_by_state
     WHERE opened_at IS NOT NULL AND mode = $mode AND state = 'OPEN' AND ends_at >= $now AND ${isTrackUp} LIMIT ${lookedAt}) d
   JOIN listed_cassets l ON l.casset_id = d.casset_id LIMIT ${few})`,
)

/** Returns how many drops of listed cassets accept clips now, counting up to ten. */
export const countOpenDrops = ({ db, config, now }: Ctx): number =>
  openNow(db).get({ mode: config.paymentMode, now: now() })?.n ?? 0
