import { eq } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { extras } from '../../../db/schema/casset/extra.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import { releaseFiles, releases, releaseVersions } from '../../../db/schema/release/release.ts'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { StoredFile } from '../../platform/blob/blob-fault.ts'

export type NamedFile = StoredFile & { what: () => string }

/** Returns the same bytes once for each row that names them. */
export const storedFiles = (ctx: Ctx): NamedFile[] => [
  ...ofTracks(ctx),
  ...ofReleases(ctx),
  ...ofAssets(ctx),
  ...ofEmojis(ctx),
  ...ofExtras(ctx),
]

function ofTracks({ db }: Ctx): NamedFile[] {
  const { title, sha256, bytes, hookSha256, hookBytes, playSha256, playBytes } = tracks
  const { lightSha256, lightBytes, lightHookSha256, lightHookBytes } = tracks
  const rows = db
    .select({
      ...{ title, sha256, bytes, hookSha256, hookBytes, playSha256, playBytes },
      ...{ lightSha256, lightBytes, lightHookSha256, lightHookBytes },
      handle: artists.handle,
    })
    .from(tracks)
    .leftJoin(cassets, eq(cassets.id, tracks.cassetId))
    .leftJoin(artists, eq(artists.id, cassets.artistId))
    .all()
  return rows.flatMap((row) => {
    const of = { title: row.title, handle: row.handle ?? '' }
    const files = [
      { sha256: row.sha256, bytes: row.bytes, what: () => say('the master of "{title}" by {handle}', of) },
      { sha256: row.hookSha256, bytes: row.hookBytes, what: () => say('the hook of "{title}" by {handle}', of) },
      { sha256: row.playSha256, bytes: row.playBytes, what: () => say('what is played of "{title}" by {handle}', of) },
      {
        sha256: row.lightSha256,
        bytes: row.lightBytes,
        what: () => say('the lighter sound of "{title}" by {handle}', of),
      },
      {
        sha256: row.lightHookSha256,
        bytes: row.lightHookBytes,
        what: () => say('the lighter hook of "{title}" by {handle}', of),
      },
    ]
    return files.flatMap(({ sha256, bytes, what }) => (sha256 === null ? [] : [{ sha256, bytes: bytes ?? 0, what }]))
  })
}

function ofReleases({ db }: Ctx): NamedFile[] {
  const { role, sha256, bytes } = releaseFiles
  return db
    .selectDistinct({ role, sha256, bytes, title: releases.title })
    .from(releaseFiles)
    .innerJoin(releaseVersions, eq(releaseVersions.id, releaseFiles.versionId))
    .innerJoin(releases, eq(releases.id, releaseVersions.releaseId))
    .all()
    .map((row) => ({
      sha256: row.sha256,
      bytes: row.bytes,
      what: () => say('a {role} that the release "{title}" names', { role: row.role, title: row.title }),
    }))
}

function ofAssets({ db }: Ctx): NamedFile[] {
  const { name, kind, sha256, bytes, variants } = assets
  const rows = db
    .select({ name, kind, sha256, bytes, variants, handle: artists.handle })
    .from(assets)
    .leftJoin(artists, eq(artists.userId, assets.userId))
    .all()
  return rows.flatMap((row) => {
    const of = { name: row.name, handle: row.handle ?? '' }
    const what = () =>
      row.kind === 'image' ? say('the picture "{name}" by {handle}', of) : say('the stems "{name}" by {handle}', of)
    const sizes = row.variants.map((size) => ({
      ...size,
      what: () => say('{what}, {pixels} pixels wide,', { what: what(), pixels: size.width }),
    }))
    return [{ sha256: row.sha256, bytes: row.bytes, what }, ...sizes]
  })
}

function ofEmojis({ db }: Ctx): NamedFile[] {
  const { shortcode, sha256, bytes } = emojis
  return db
    .select({ shortcode, sha256, bytes, handle: artists.handle })
    .from(emojis)
    .leftJoin(cassets, eq(cassets.id, emojis.cassetId))
    .leftJoin(artists, eq(artists.id, cassets.artistId))
    .all()
    .map(({ shortcode, handle, ...file }) => ({
      ...file,
      what: () => say('the emoji :{shortcode}: by {handle}', { shortcode, handle: handle ?? '' }),
    }))
}

function ofExtras({ db }: Ctx): NamedFile[] {
  const { name, format, sha256, bytes, previewSha256, previewBytes } = extras
  return db
    .select({ ...{ name, format, sha256, bytes, previewSha256, previewBytes }, handle: artists.handle })
    .from(extras)
    .leftJoin(cassets, eq(cassets.id, extras.cassetId))
    .leftJoin(artists, eq(artists.id, cassets.artistId))
    .all()
    .flatMap((row) => {
      const of = { name: `${row.name}.${row.format}`, handle: row.handle ?? '' }
      const file = { sha256: row.sha256, bytes: row.bytes, what: () => say('the extra "{name}" by {handle}', of) }
      if (row.previewSha256 === null) return [file]
      const what = () => say('the preview of "{name}" by {handle}', of)
      return [file, { sha256: row.previewSha256, bytes: row.previewBytes ?? 0, what }]
    })
}
