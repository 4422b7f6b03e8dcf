import { and, asc, desc, eq, gt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { prepared } from '../../db/prepared.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { releaseFiles, releaseVersions } from '../../db/schema/release/release.ts'
import type { AiDisclosure } from '../casset/track/shape.ts'
import type { Ctx } from '../context.ts'

export type DisclosedTrack = { isrc: string | null; aiDisclosure: AiDisclosure; releaseId: string }

const newer = alias(releaseVersions, 'newer')

const ofCasset = prepared((db) => {
  const { id, isrc, aiDisclosure, cassetId, active, status, position } = tracks
  const { releaseId, canonicalVersion } = releaseVersions
  const { versionId, trackId } = releaseFiles
  const lastNaming = db
    .select({ versionId })
    .from(releaseFiles)
    .where(eq(trackId, id))
    .orderBy(desc(versionId))
    .limit(1)
  const isOlder = and(
    eq(newer.releaseId, releaseId),
    sql`${newer.manifestStatus} = 'READY'`,
    gt(newer.canonicalVersion, canonicalVersion),
  )
  return db
    .select({ id, isrc, aiDisclosure, releaseId })
    .from(tracks)
    .innerJoin(releaseVersions, eq(releaseVersions.id, lastNaming))
    .where(
      and(
        eq(cassetId, sql.placeholder('cassetId')),
        eq(active, true),
        eq(status, 'READY'),
        notExists(db.select({ id: newer.id }).from(newer).where(isOlder)),
      ),
    )
    .orderBy(asc(position), asc(id))
    .limit(sql.placeholder('most'))
})

/** Returns up to `most` tracks of a casset that a release's newest version names, by ids. */
export function disclosedTracks(ctx: Ctx, cassetId: string, most: number): Map<string, DisclosedTrack> {
  const rows = ofCasset(ctx.db).all({ cassetId, most })
  return new Map(rows.map(({ id, ...disclosed }) => [id, disclosed]))
}
