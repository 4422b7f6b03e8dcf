import { and, eq, ne, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account/account.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { releases } from '../../db/schema/release/release.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import {
  manifestOf,
  type SignedName,
  type SignedVersion,
  signedName,
  signedVersion,
  signedVersionById,
  signedVersionNamed,
} from './read-version.ts'

const published = prepared((db) =>
  db
    .select({ id: releases.id, cassetId: releases.cassetId, handle: artists.handle, displayName: artists.displayName })
    .from(releases)
    .innerJoin(cassets, eq(cassets.id, releases.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(and(eq(releases.id, sql.placeholder('id')), eq(cassets.published, true), ne(cassets.privacy, 'private'))),
)

const tapeOf = prepared((db) =>
  db
    .select({ cassetId: releases.cassetId, takenDown: cassets.takenDown })
    .from(releases)
    .innerJoin(cassets, eq(cassets.id, releases.cassetId))
    .where(eq(releases.id, sql.placeholder('id'))),
)

/** A public release, and its newest signed version. */
export type VisibleRelease = {
  readonly id: string
  readonly cassetId: string
  readonly handle: string
  readonly displayName: string
  readonly version: SignedVersion
}

/** The same without the content of its version. */
export type KnownRelease = Omit<VisibleRelease, 'version'> & { readonly version: SignedName }

/**
 * Returns a release that has a signed version and whose casset is public or unlisted. Throws the
 * same NOT_FOUND for every other one, even for its owner (rule: public-releases).
 */
export const visibleRelease = (ctx: Ctx, id: string): VisibleRelease => found(find(ctx, id, signedVersion))

/** Returns the same without reading its manifest. Throws as `visibleRelease` does. */
export const knownRelease = (ctx: Ctx, id: string): KnownRelease => found(find(ctx, id, signedName))

/** Throws NOT_FOUND as `visibleRelease` does, and for a version that is not its own. */
export function releaseAtVersion(ctx: Ctx, id: string, which: string): VisibleRelease {
  const release = find(ctx, id, (_, releaseId) => signedVersionNamed(ctx, releaseId, which))
  if (release) return release
  knownRelease(ctx, id)
  throw notFound('version')
}

/**
 * Returns a release as a version of it was sold, under the names that were signed, whatever its
 * artist has done since (rule: licensed-files). Throws NOT_FOUND once a law took it down.
 */
export const soldRelease = (ctx: Ctx, id: string, versionId: string): VisibleRelease =>
  found(findSold(ctx, id, versionId))

export const isSoldRelease = (ctx: Ctx, id: string, versionId: string): boolean =>
  findSold(ctx, id, versionId) !== undefined

function findSold(ctx: Ctx, id: string, versionId: string): VisibleRelease | undefined {
  const tape = tapeOf(ctx.db).get({ id })
  const version = signedVersionById(ctx, id, versionId)
  if (!tape || !version || tape.takenDown === 'law') return undefined
  const { handle, displayName } = manifestOf(version).artist
  return { id, cassetId: tape.cassetId, handle, displayName, version }
}

export const isVisibleRelease = (ctx: Ctx, id: string): boolean => find(ctx, id, signedName) !== undefined

function find<Version>(ctx: Ctx, id: string, versionOf: (ctx: Ctx, releaseId: string) => Version | undefined) {
  const release = published(ctx.db).get({ id })
  const version = release && versionOf(ctx, id)
  return version && { ...release, version }
}

function found<Release>(release: Release | undefined): Release {
  if (!release) throw notFound('release')
  return release
}

/** Throws NOT_FOUND for a version of another release. */
export function versionOf(ctx: Ctx, { id, version }: VisibleRelease, versionId: string | undefined): SignedVersion {
  const named = versionId === undefined ? version : signedVersionById(ctx, id, versionId)
  if (!named) throw notFound('version')
  return named
}
