import { and, eq, ne, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account.ts'
import { cassets } from '../../db/schema/casset.ts'
import { releases } from '../../db/schema/release.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { type SignedVersion, signedVersion, signedVersionById } from './read-version.ts'

const published = prepared((db) =>
  db
    .select({ id: releases.id, cassetId: releases.cassetId, handle: artists.handle, displayName: artists.displayName })
    .from(releases)
    .innerJoin(cassets, eq(cassets.id, releases.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(and(eq(releases.id, sql.placeholder('id')), eq(cassets.published, true), ne(cassets.privacy, 'private')))
    .prepare(),
)

/** A release that anybody may know of, and its newest signed version. */
export type VisibleRelease = {
  readonly id: string
  readonly cassetId: string
  readonly handle: string
  readonly displayName: string
  readonly version: SignedVersion
}

/**
 * Returns a release that has a signed version and whose casset is public or unlisted. Throws the same NOT_FOUND for every
 * other one, to its owner too (rule 12.8).
 */
export function visibleRelease(ctx: Ctx, id: string): VisibleRelease {
  const found = findVisible(ctx, id)
  if (!found) throw notFound('release')
  return found
}

/** Returns whether anybody may know of a release. */
export const isVisibleRelease = (ctx: Ctx, id: string): boolean => findVisible(ctx, id) !== undefined

function findVisible(ctx: Ctx, id: string): VisibleRelease | undefined {
  const found = published(ctx.db).get({ id })
  const version = found && signedVersion(ctx, id)
  return version && { ...found, version }
}

/** Returns a version of a release, the newest unless an id is given. Throws NOT_FOUND for one that is not its own. */
export function versionOf(ctx: Ctx, { id, version }: VisibleRelease, versionId: string | undefined): SignedVersion {
  const found = versionId === undefined ? version : signedVersionById(ctx, id, versionId)
  if (!found) throw notFound('version')
  return found
}
