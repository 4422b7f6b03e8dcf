import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { assets } from '../../db/schema/platform/asset.ts'
import type { Ctx } from '../context.ts'
import { mostTapes } from '../lib/music/tape.ts'
import { slugOf } from '../lib/text/slug.ts'
import { isoOf } from '../lib/time/iso-time.ts'
import { toCover } from '../platform/asset/asset-url.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import type { CassetRow } from './casset.ts'
import type { OwnTape, Tape } from './shape.ts'

/** The day by which tapes are ordered: when the music came out, else when it was published. */
export const tapeDay = sql`coalesce(${cassets.releasedOn}, date(${cassets.publishedAt} / 1000, 'unixepoch'))`

/** The condition of the tapes of an artist, which are not shared with others. */
export const isTapeOf = and(eq(cassets.artistId, sql.placeholder('artistId')), isNull(cassets.slug))

const { id, slug, word, name, kind, releasedOn, publishedAt, priceMinor, currency, published, privacy } = cassets
const { opensAt, opensZone, calledOffAt } = cassets
const fields = {
  ...{ id, slug, word, name, kind, releasedOn, publishedAt, priceMinor, currency, published, privacy },
  ...{ opensAt, opensZone, calledOffAt },
}

const select = (db: Db, which: SQL | undefined) =>
  db
    .select({ casset: fields, cover: { id: assets.id, color: assets.color, width: assets.width } })
    .from(cassets)
    .leftJoin(assets, eq(assets.id, cassets.coverAssetId))
    .where(and(isTapeOf, which))
    .orderBy(desc(tapeDay), desc(cassets.id))
    .limit(sql.placeholder('most'))

const isPublic = and(eq(cassets.published, true), eq(cassets.privacy, 'public'))
const othersOf = prepared((db) => select(db, and(isPublic, ne(cassets.id, sql.placeholder('cassetId')))))
const allOf = prepared((db) => select(db, undefined))

type Row = ReturnType<ReturnType<typeof allOf>['all']>[number]

type Artist = { id: string; handle: string }

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const toTape = ({ casset, cover }: Row, handle: string): Tape => ({
  slug: slugOf(casset, handle),
  name: casset.name,
  kind: casset.kind,
  releasedOn: casset.releasedOn ?? (casset.publishedAt === null ? null : dayOf(casset.publishedAt)),
  price: { amount: casset.priceMinor, currency: casset.currency },
  cover: cover ? toCover(cover) : null,
})

/** Returns an artist's other public tapes, newest first; none for a casset of several artists. */
export function otherTapes(
  { db }: Ctx,
  casset: Pick<CassetRow, 'id' | 'slug'>,
  { id: artistId, handle }: Artist,
  most: number,
): Tape[] {
  if (casset.slug !== null || most === 0) return []
  return othersOf(db)
    .all({ artistId, cassetId: casset.id, most })
    .map((row) => toTape(row, handle))
}

/** Returns all public tapes of an artist, newest first. */
export const publicTapes = ({ db }: Ctx, { id: artistId, handle }: Artist): Tape[] =>
  othersOf(db)
    .all({ artistId, cassetId: '', most: mostTapes })
    .map((row) => toTape(row, handle))

/** Returns all tapes of an artist, the newest first. */
export const tapesOfArtist = ({ db }: Ctx, artistId: string): Row[] => allOf(db).all({ artistId, most: mostTapes })

/** Returns when a preorder opens, or was called off; nothing of a tape that is open. */
function openingIn({ opensAt, opensZone, calledOffAt }: Row['casset']) {
  if (calledOffAt !== null) return { calledOffAt: new Date(calledOffAt).toISOString() }
  if (opensAt === null) return {}
  return { opensAt: new Date(opensAt).toISOString(), opensZone: opensZone ?? 'UTC' }
}

/** Returns all tapes of the caller, the first one first, then the newest. */
export function ownTapes(ctx: Ctx, { artistId, handle }: Viewer): OwnTape[] {
  const rows = tapesOfArtist(ctx, artistId)
  const [first, further] = [rows.filter(({ casset }) => casset.word === null), rows.filter(({ casset }) => casset.word)]
  return [...first, ...further].map((row) => ({
    id: row.casset.id,
    ...toTape(row, handle),
    word: row.casset.word,
    releasedOn: row.casset.releasedOn,
    published: row.casset.published,
    publishedAt: isoOf(row.casset.publishedAt),
    privacy: row.casset.privacy,
    ...openingIn(row.casset),
  }))
}
