import { asc, eq } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { releaseTracks } from '../../../db/schema/release/release.ts'
import type { AiDisclosure } from '../../casset/track/shape.ts'
import { readPolicies } from '../../casset/usage/read-policies.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { canonicalJson } from '../../lib/json/canonical-json.ts'
import { say } from '../../lib/language/say.ts'
import { readLineage } from '../link/read-lineage.ts'
import type { ReleaseRow } from '../own-release.ts'
import type { AreaDisclosure, ManifestContent } from '../shape.ts'

/**
 * Returns the content of a release's next version, from what is stored now. Throws BAD_STATE while
 * one of its tracks is not ready, not shown, or was deleted: facts that are not public are never
 * signed.
 */
export function draftManifest(ctx: Ctx, release: ReleaseRow): ManifestContent {
  const { id, title, type, upc, releaseDate, label, mbid, contributors, rightsScopes } = release
  return {
    schema: 'tapedeck.release-manifest.v1',
    release: { id, title, type, upc, releaseDate, label, mbid },
    artist: artistOf(ctx, release.cassetId),
    tracks: draftTracks(ctx, id),
    contributors,
    rightsScopes,
    policies: Object.fromEntries(readPolicies(ctx, id).map(({ scope, decision }) => [scope, decision])),
    lineage: readLineage(ctx, id),
  }
}

/** Returns the hash that tells whether two versions state the same. */
export const contentHash = (content: ManifestContent): string => sha256Hex(canonicalJson(content))

function artistOf(ctx: Ctx, cassetId: string): ManifestContent['artist'] {
  const artist = ctx.db
    .select({ handle: artists.handle, displayName: artists.displayName })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(cassets.id, cassetId))
    .get()
  if (!artist) throw notFound('casset')
  return artist
}

function draftTracks(ctx: Ctx, releaseId: string): ManifestContent['tracks'] {
  const { id, title, kind, durationSec, isrc, iswc, mbid, aiDisclosure, format, bytes, sha256 } = tracks
  const { status, active, withdrawnAt, closed, hookFormat, hookBytes, hookSha256 } = tracks
  const master = { id, title, kind, durationSec, isrc, iswc, mbid, aiDisclosure, format, bytes, sha256 }
  const rows = ctx.db
    .select({ ...master, status, active, withdrawnAt, closed, hookFormat, hookBytes, hookSha256 })
    .from(releaseTracks)
    .innerJoin(tracks, eq(tracks.id, releaseTracks.trackId))
    .where(eq(releaseTracks.releaseId, releaseId))
    .orderBy(asc(releaseTracks.position))
    .all()
  if (rows.length === 0) throw unready(say('It has no tracks any more.'))
  return rows.map((row, index) => {
    const { hookFormat, hookBytes, hookSha256 } = row
    if (row.withdrawnAt !== null) throw unready(say('“{title}” was deleted.', { title: row.title }))
    if (row.closed) throw unready(say('“{title}” is not open yet.', { title: row.title }))
    if (!row.active) throw unready(say('“{title}” is not shown on the casset.', { title: row.title }))
    if (row.status !== 'READY' || hookFormat === null || hookBytes === null || hookSha256 === null) {
      throw unready(say('“{title}” is not ready.', { title: row.title }))
    }
    return {
      id: row.id,
      position: index + 1,
      title: row.title,
      kind: row.kind,
      durationMs: row.durationSec === null ? null : Math.round(row.durationSec * 1000),
      isrc: row.isrc,
      iswc: row.iswc,
      mbid: row.mbid,
      aiDisclosure: toAreas(row.aiDisclosure),
      renditions: [
        { role: 'master', format: row.format, bytes: row.bytes, sha256: row.sha256 },
        { role: 'hook', format: hookFormat, bytes: hookBytes, sha256: hookSha256 },
      ],
    }
  })
}

const unready = (why: string) =>
  new AppError('BAD_STATE', say('The release cannot be published yet.'), {
    hint: say('{why} Change the tracks of the release, or wait until they are ready.', { why }),
  })

/** Returns the five areas: null without a statement. */
const toAreas = (said: AiDisclosure): AreaDisclosure => ({
  vocals: said.vocals ?? null,
  instrumentation: said.instrumentation ?? null,
  composition: said.composition ?? null,
  lyrics: said.lyrics ?? null,
  postProduction: said.postProduction ?? null,
})
