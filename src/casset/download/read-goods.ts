import { and, asc, eq, gte, isNotNull, min, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { coMembers } from '../../../db/schema/casset/member.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { heldExtras } from '../access/held-extra.ts'
import { whereHeldSince } from '../access/held-track.ts'

/**
 * The moment from which a download holds tracks that are no longer active (a time in ms); null when
 * it holds the active ones only, as for the artist and a new collector.
 */
export type HeldSince = number | null

/**
 * Returns one such moment for all purchases that hold the same tracks, so that they share a
 * download: when the first of the inactive tracks among them was switched off.
 */
export function sharedHeldSince(ctx: Ctx, cassetId: string, purchasedAt: HeldSince): HeldSince {
  if (purchasedAt === null) return null
  const inactive = and(eq(tracks.active, false), eq(tracks.status, 'READY'), gte(tracks.inactiveAt, purchasedAt))
  const first = ctx.db
    .select({ at: min(tracks.inactiveAt) })
    .from(tracks)
    .where(and(eq(tracks.cassetId, cassetId), inactive))
    .get()
  return first?.at ?? null
}

/**
 * The same moment for all purchases of the whole casset that hold the same extras; undefined for
 * whoever does not have all of it.
 */
export function sharedExtrasSince(
  ctx: Ctx,
  cassetId: string,
  wholeSince: HeldSince | undefined,
): HeldSince | undefined {
  if (wholeSince === undefined || wholeSince === null) return wholeSince
  const all = heldExtras(ctx, cassetId, wholeSince).flatMap(({ withdrawnAt }) => withdrawnAt ?? [])
  return all.length === 0 ? null : Math.min(...all)
}

const goods = prepared((db) =>
  db
    .select({
      id: tracks.id,
      title: tracks.title,
      isrc: tracks.isrc,
      mbid: tracks.mbid,
      by: tracks.byNames,
      credits: tracks.credits,
      taggedTrack: sql<number | null>`json_extract(${tracks.fileTags}, '$.track')`,
      taggedDisc: sql<number | null>`json_extract(${tracks.fileTags}, '$.disc')`,
      taggedAlbumArtist: sql<string | null>`json_extract(${tracks.fileTags}, '$.albumArtist')`,
      format: tracks.format,
      bytes: tracks.bytes,
      durationSec: tracks.durationSec,
      sampleRate: tracks.sampleRate,
      bitDepth: tracks.bitDepth,
      sha256: tracks.sha256,
      createdAt: tracks.createdAt,
      contributorId: tracks.contributorId,
    })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), whereHeldSince(sql.placeholder('since'))))
    .orderBy(asc(tracks.position), asc(tracks.id)),
)

export const readGoods = (ctx: Ctx, cassetId: string, since: HeldSince) =>
  goods(ctx.db).all({ cassetId, since: since ?? Number.MAX_SAFE_INTEGER })

export function readGoodsLyrics(ctx: Ctx, cassetId: string): ReadonlyMap<string, string | null> {
  const rows = ctx.db
    .select({ id: tracks.id, lyrics: tracks.lyrics })
    .from(tracks)
    .where(and(eq(tracks.cassetId, cassetId), isNotNull(tracks.lyrics)))
    .all()
  return new Map(rows.map(({ id, lyrics }) => [id, lyrics]))
}

/** Returns a co-casset's artists by name, with those who have left; none for other cassets. */
export function readContributors(
  ctx: Ctx,
  { id, slug }: { id: string; slug: string | null },
): ReadonlyMap<string, string> {
  if (slug === null) return new Map()
  const rows = ctx.db
    .select({ id: artists.id, name: artists.displayName })
    .from(coMembers)
    .innerJoin(artists, eq(artists.id, coMembers.artistId))
    .where(eq(coMembers.cassetId, id))
    .all()
  return new Map(rows.map((row) => [row.id, row.name]))
}
