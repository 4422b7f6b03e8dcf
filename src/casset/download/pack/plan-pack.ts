import { eq } from 'drizzle-orm'
import { assets } from '../../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { isVarious } from '../../../lib/album/made-by.ts'
import { fileName } from '../../../lib/file/file-name.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { say } from '../../../lib/language/say.ts'
import { artistOfTags } from '../../../lib/music/by.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { heldExtras } from '../../access/held-extra.ts'
import type { World } from '../../access/visible-casset.ts'
import { type HeldSince, readContributors, readGoods, readGoodsLyrics } from '../read-goods.ts'
import { discPlaces } from './discs.ts'
import type { Conversion, PackedFile, Tags } from './pack.ts'
import { packExtras } from './pack-extras.ts'
import { convertedFormatOf, isConverted, mostBytesOf, type PackFormat } from './pack-format.ts'

/** The content of a download, and the name of its file: other content has another name. */
export type PackPlan = {
  format: PackFormat
  /** The name and the kind of a single track, which is sent as it is; null for a zip. */
  bare: { name: string; extension: string } | null
  folder: string
  stampMs: number
  coverSha256: string | null
  files: Omit<PackedFile, 'master'>[]
  bytes: number
  /** Equal for equal content. */
  key: string
  /** The common prefix of the names of all packs of this casset and format. */
  namePrefix: string
}

// Raised whenever the same content would give another file: older packs are built again.
const formatVersion = 4
const maxFolderBytes = 110
const maxTitleBytes = 100

/** The tracks of a download: those held since a moment, of `only` these where it is given. */
export type PackedTracks = {
  since: HeldSince
  only?: readonly string[] | undefined
  /** Whether one track was asked for: the download is its file, and has its name. */
  isOne?: boolean | undefined
  /** Since when the whole casset is held, with its extras; undefined for tracks alone. */
  extras?: HeldSince | undefined
}

/** Plans a download for purchases that hold these tracks. Throws BAD_STATE when it is empty. */
export function planPack(
  ctx: Ctx,
  { casset, artist, cover }: World,
  format: PackFormat,
  { since, only, isOne = false, extras }: PackedTracks,
): PackPlan {
  const all = readGoods(ctx, casset.id, since)
  const goods = all.filter(({ id }) => only?.includes(id) ?? true)
  const along = isOne ? [] : heldExtras(ctx, casset.id, extras)
  if (goods.length + along.length === 0)
    throw new AppError('BAD_STATE', say('There is nothing on this casset to download.'))
  // Downloaded one by one, tracks keep the numbers that they have on the casset.
  const numbered = isOne ? all : goods
  const shared = {
    albumArtist: albumArtistOf(all) ?? artist.displayName,
    album: casset.name,
    tracks: numbered.length,
    day: casset.releasedOn,
    year: casset.publishedAt === null ? null : new Date(casset.publishedAt).getUTCFullYear(),
    url: ctx.site.origin + pagePath(artist.handle),
  }
  const lyricsOf = readGoodsLyrics(ctx, casset.id)
  const nameOf = readContributors(ctx, casset)
  const to = convertedFormatOf(format)
  const places = discPlaces(numbered)
  const digits = Math.max(2, String(numbered.length).length)
  const music: PackPlan['files'] = goods.map((track) => {
    const lyrics = lyricsOf.get(track.id) ?? null
    const { title, isrc, mbid, by, credits } = track
    const place = numbered.indexOf(track) + 1
    const tags: Tags = {
      ...shared,
      artist: nameOf.get(track.contributorId ?? casset.artistId) ?? artist.displayName,
      ...(by ? { by } : {}),
      ...{ title, isrc, mbid, lyrics, track: place },
      ...places?.get(track.id),
      ...(credits ? { credits } : {}),
    }
    const named = by ? `${artistOfTags(by, tags.artist).line} - ${title}` : title
    const stem = `${String(place).padStart(digits, '0')} ${fileName(named, maxTitleBytes) || 'Untitled'}`
    const convert: { convert?: Conversion } =
      to !== null && isConverted(to, track)
        ? {
            convert: {
              name: `${stem}.${to}`,
              to,
              durationSec: track.durationSec ?? 0,
              mostBytes: mostBytesOf(to, track),
            },
          }
        : {}
    const { format: extension, sha256 } = track
    return { name: `${stem}.${extension}`, extension, sha256, ...convert, tags: format === 'original' ? null : tags }
  })
  const files = [...music, ...packExtras(along)]
  const title = (isOne && goods[0]?.title) || casset.name
  const [file] = files
  const maker = (isOne && goods[0]?.by && artistOfTags(goods[0].by, artist.displayName).line) || artist.displayName
  const extension = file?.convert?.to ?? file?.extension ?? ''
  const content = {
    format,
    folder: fileName(`${maker} - ${title}`, maxFolderBytes) || artist.handle,
    stampMs: Math.max(...[...goods, ...along].map(({ createdAt }) => createdAt)),
    // A single track as it was uploaded is sent unchanged: no cover is added to it.
    coverSha256: cover && !(isOne && format === 'original') ? sha256Of(ctx, cover.id) : null,
    files,
  }
  const bare = isOne
    ? { name: `${content.folder}${format === 'original' ? ' (original)' : ''}.${extension}`, extension }
    : null
  return {
    ...content,
    bare,
    bytes: [...goods, ...along].reduce(
      (sum, { bytes }, index) => sum + Math.max(bytes, files[index]?.convert?.mostBytes ?? 0),
      0,
    ),
    // A track and a zip of only this track have different keys: they can have the same address. The
    // zip's key is as it always was, so that those made before are still found.
    key: sha256Hex(JSON.stringify({ formatVersion, ...content, bare: bare ?? undefined })),
    namePrefix: isOne ? `${casset.id}-one-${format}-${goods[0]?.id}-` : `${casset.id}-${format}-`,
  }
}

export const packName = ({ namePrefix, key, bare }: Pick<PackPlan, 'namePrefix' | 'key' | 'bare'>) =>
  `${namePrefix}${key}.${bare ? 'track' : 'zip'}`

const sha256Of = (ctx: Ctx, assetId: string): string | null =>
  ctx.db.select({ sha256: assets.sha256 }).from(assets).where(eq(assets.id, assetId)).get()?.sha256 ?? null

/** Returns what the files of a sampler have for its artist, where all of them have it. */
function albumArtistOf(goods: ReturnType<typeof readGoods>): string | null {
  const [first] = goods
  const named = first?.taggedAlbumArtist ?? ''
  return isVarious(named) && goods.every(({ taggedAlbumArtist }) => taggedAlbumArtist === named) ? named : null
}
