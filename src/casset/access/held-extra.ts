import { and, asc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { extras } from '../../../db/schema/casset/extra.ts'
import type { Ctx } from '../../context.ts'
import type { Ground } from './entitlement.ts'
import { hashesOf, heldFiles } from './held-track.ts'

const { placeholder } = sql

const ofCasset = eq(extras.cassetId, placeholder('cassetId'))

const listed = prepared((db) =>
  db
    .select()
    .from(extras)
    .where(and(ofCasset, isNull(extras.withdrawnAt)))
    .orderBy(asc(extras.position), asc(extras.id)),
)

const held = prepared((db) =>
  db
    .select()
    .from(extras)
    .where(and(ofCasset, or(isNull(extras.withdrawnAt), gte(extras.withdrawnAt, placeholder('since')))))
    .orderBy(asc(extras.position), asc(extras.id)),
)

const opening = prepared((db) =>
  db
    .select({ opensAt: cassets.opensAt, calledOffAt: cassets.calledOffAt })
    .from(cassets)
    .where(eq(cassets.id, placeholder('cassetId'))),
)

/** A file that comes with a casset. */
export type Extra = typeof extras.$inferSelect

/** Returns the files that come with a casset now, in order, whether or not it is open. */
export const listedExtras = ({ db }: Pick<Ctx, 'db'>, cassetId: string): Extra[] => listed(db).all({ cassetId })

/**
 * Returns the extras of a casset that somebody has (rule: extras). `since`: when they got all of it
 * (ms), so that what its artist removed later is among them; null for the extras of now; undefined
 * for somebody who does not have all of it, and has none. A preorder has none until it opens.
 */
export function heldExtras(ctx: Ctx, cassetId: string, since: number | null | undefined): Extra[] {
  if (since === undefined) return []
  const found = held(ctx.db).all({ cassetId, since: since ?? Number.MAX_SAFE_INTEGER })
  if (found.length === 0) return []
  const casset = opening(ctx.db).get({ cassetId })
  return casset?.opensAt === null && casset.calledOffAt === null ? found : []
}

/** Returns the SHA-256 of these files and of their previews. */
export const hashesOfExtras = (all: readonly Pick<Extra, 'sha256' | 'previewSha256'>[]): string[] =>
  all.flatMap(({ sha256, previewSha256 }) => (previewSha256 === null ? [sha256] : [sha256, previewSha256]))

type Held = Pick<Ground, 'since' | 'only' | 'wholeSince'> & Partial<Pick<Ground, 'by'>>

/**
 * Returns the SHA-256 of the files of a casset that are held: of its tracks, of `only` these where
 * it is given, and of what comes with it. Its artist has that before it opens.
 */
export function heldHashes(ctx: Ctx, cassetId: string, { by, since, only, wholeSince }: Held): string[] {
  const tracks = heldFiles(ctx, cassetId, since).filter(({ id }) => only?.includes(id) ?? true)
  const extras = by === 'owner' ? listedExtras(ctx, cassetId) : heldExtras(ctx, cassetId, wholeSince)
  return [...tracks.flatMap(hashesOf), ...hashesOfExtras(extras)]
}
