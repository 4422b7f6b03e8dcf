import { and, desc, eq, lt } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { releases } from '../../../db/schema/release/release.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { ReleaseRow } from '../own-release.ts'
import { latestVersion, signedVersion } from '../read-version.ts'
import { trackIdsOf } from '../release-tracks.ts'
import { problemOf } from '../version/obstacle.ts'
import type { Release, Releases } from './model.ts'

export function readRelease(ctx: Ctx, row: ReleaseRow): Release {
  const { createdAt, updatedAt, ...fields } = row
  const latest = latestVersion(ctx, row.id)
  const signed = signedVersion(ctx, row.id)
  return {
    ...fields,
    state: latest?.manifestStatus === 'QUEUED' ? 'PUBLISHING' : signed ? 'PUBLISHED' : 'DRAFT',
    trackIds: trackIdsOf(ctx, row.id),
    canonicalVersion: signed?.canonicalVersion ?? null,
    manifestStatus: latest?.manifestStatus ?? null,
    problem: problemOf(ctx, row, latest),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

/** Returns the caller's releases, newest first. */
export function listReleases(ctx: Ctx, author: Viewer, limit: number, cursor?: string): Releases {
  const whereFurther = cursor === undefined ? undefined : lt(releases.id, cursor)
  const rows = ctx.db
    .select({ release: releases })
    .from(releases)
    .innerJoin(cassets, eq(cassets.id, releases.cassetId))
    .where(and(eq(cassets.artistId, author.artistId), whereFurther))
    .orderBy(desc(releases.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ release }) => release.id)
  return { releases: page.map(({ release }) => readRelease(ctx, release)), nextCursor }
}
