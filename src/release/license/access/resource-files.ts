import { and, eq } from 'drizzle-orm'
import { isAmong } from '../../../../db/among.ts'
import { tracks } from '../../../../db/schema/casset/track.ts'
import { assets } from '../../../../db/schema/platform/asset.ts'
import { releaseFiles } from '../../../../db/schema/release/release.ts'
import type { Ctx } from '../../../context.ts'
import { contentTypeOf, isAudioFormat } from '../../../lib/audio/formats.ts'
import { fileName } from '../../../lib/file/file-name.ts'
import { manifestOf, type SignedVersion } from '../../read-version.ts'

export type GivenFile = { name: string; extension: string; contentType: string; sha256: string; bytes: number }

const maxTitleBytes = 100

const numbered = (position: number, title: string, end: string) =>
  `${String(position).padStart(2, '0')} ${fileName(title, maxTitleBytes) || 'Untitled'}${end}`

/**
 * Returns the masters that a version names, byte for byte as its manifest states (rule: grants),
 * without those that were erased for legal reasons.
 */
export function mastersOf({ db }: Ctx, version: SignedVersion): GivenFile[] {
  const { tracks: named } = manifestOf(version)
  const ofVersion = and(eq(releaseFiles.versionId, version.id), eq(releaseFiles.role, 'master'))
  const kept = db.select({ trackId: releaseFiles.trackId }).from(releaseFiles).where(ofVersion).all()
  const isKept = (id: string) => kept.some(({ trackId }) => trackId === id)
  return named.flatMap(({ id, position, title, renditions }) =>
    renditions
      .filter(({ role }) => role === 'master' && isKept(id))
      .map(({ format, sha256, bytes }) => ({
        name: numbered(position, title, `.${format}`),
        extension: format,
        contentType: isAudioFormat(format) ? contentTypeOf(format) : 'application/octet-stream',
        sha256,
        bytes,
      })),
  )
}

/** Returns the stems that the tracks of a version have now. */
export function stemsOf({ db }: Ctx, version: SignedVersion): GivenFile[] {
  const { tracks: named } = manifestOf(version)
  const ids = named.map(({ id }) => id)
  const attached = db
    .select({ trackId: tracks.id, sha256: assets.sha256, bytes: assets.bytes })
    .from(tracks)
    .innerJoin(assets, eq(assets.id, tracks.stemsAssetId))
    .where(and(isAmong(tracks.id, ids), eq(assets.kind, 'stems')))
    .all()
  return named.flatMap(({ id, position, title }) =>
    attached
      .filter(({ trackId }) => trackId === id)
      .map(({ sha256, bytes }) => ({
        name: numbered(position, title, ' (stems).zip'),
        extension: 'zip',
        contentType: 'application/zip',
        sha256,
        bytes,
      })),
  )
}
