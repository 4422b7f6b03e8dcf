import { pictureUrl } from '../../account/picture.ts'
import { type ListedLetter, publicLetters } from '../../audience/letter/page/letter-page.ts'
import { announcedShows, type PublicShow, showsPath, toPublicShow } from '../../audience/show/show.ts'
import { playedOf } from '../../casset/access/audio-file.ts'
import { isShownTo, visibleCasset, type World } from '../../casset/access/visible-casset.ts'
import { isWholeForAll } from '../../casset/access/whole-for-all.ts'
import { newestTapes } from '../../casset/recent-cassets.ts'
import { shownTracks } from '../../casset/track/list-tracks.ts'
import { termsOfRelease, termsOfTrack } from '../../casset/usage/read-terms.ts'
import type { TermsOfScopes } from '../../casset/usage/usage.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { contentTypeOf, isAudioFormat } from '../../lib/audio/formats.ts'
import { ownLanguage } from '../../lib/language/languages.ts'
import { artistOfTags } from '../../lib/music/by.ts'
import { pagePath, splitSlug } from '../../lib/text/slug.ts'
import { assetUrl } from '../../platform/asset/asset-url.ts'
import { signatureOf } from '../../platform/setting/site-config.ts'
import { type ListedRelease, releasesOfCasset } from '../../release/list-of-casset.ts'

const mostReleases = 20
const mostTracks = 100
const mostLetters = 20
const mostShows = 20
const mostTapes = 50

export type SoundFile = { url: string; type: string; bytes: number; durationSec: number | null; isWhole: boolean }

/**
 * A track in a feed. Its sound, whole where everybody hears it so, is included only where streaming
 * is allowed without asking.
 */
export type FeedTrack = {
  id: string
  title: string
  /** The names of its artists, where they are not the casset's. */
  by: string | null
  durationSec: number | null
  createdAt: number
  sound: SoundFile | null
}

export type Feed = {
  origin: string
  url: string
  /** The address below which the feeds of the casset are. */
  feeds: string
  handle: string
  artist: string
  bio: string | null
  /** That of the artist's texts, or of the site where they have not said it. */
  language: string
  picture: string
  /** The square picture for catalogs; its address changes with the cover. */
  square: string
  casset: { id: string; name: string; publishedAt: number | null; cover: string | null; explicit: boolean }
  releases: readonly (ListedRelease & { terms: TermsOfScopes })[]
  tracks: readonly FeedTrack[]
  /** The letters that have a page; only with an artist's first casset. */
  letters: readonly ListedLetter[]
  /** Those that were announced last, those over too; only with an artist's first casset. */
  shows: readonly (PublicShow & { path: string; announcedAt: number })[]
}

/** Returns what the feed of the site tells: the tapes that were published last. */
export const readSiteFeed = (ctx: Ctx) => ({
  origin: ctx.site.origin,
  name: signatureOf({ config: ctx.config, site: ctx.site }),
  line: ctx.config.site.line,
  language: siteLanguage(ctx),
  tapes: newestTapes(ctx, mostTapes),
})

export type SiteFeed = ReturnType<typeof readSiteFeed>

const siteLanguage = ({ config }: Ctx): string => config.site.languages[0] ?? ownLanguage

/**
 * Returns the feed of a casset with what strangers see, even for its owner. Throws NOT_FOUND for
 * one that is private or not published.
 */
export function readFeed(ctx: Ctx, slug: string): Feed {
  const world = visibleCasset(ctx, slug, null)
  if (!isShownTo(world, null)) throw notFound('casset')
  const { origin } = ctx.site
  const { artist, casset, cover } = world
  const { handle } = splitSlug(artist.handle)
  const isFirst = casset.slug === null && casset.word === null
  return {
    origin,
    url: origin + pagePath(artist.handle),
    feeds: `${origin}/@${artist.handle}`,
    handle,
    artist: artist.displayName,
    bio: artist.bio,
    language: artist.writesIn ?? siteLanguage(ctx),
    square: `${origin}/share/square/${artist.handle}.jpg${cover ? `?v=${cover.id.slice(-12)}` : ''}`,
    picture: new URL(pictureUrl(ctx, { ...artist, handle }), origin).href,
    casset: {
      id: casset.id,
      name: casset.name,
      publishedAt: casset.publishedAt,
      cover: cover && origin + assetUrl(cover.id, 640),
      explicit: casset.explicit,
    },
    releases: releasesOfCasset(ctx, casset.id, mostReleases).map((release) => ({
      ...release,
      terms: termsOfRelease(ctx, release.id),
    })),
    letters: isFirst ? publicLetters(ctx, { id: artist.id, handle }, mostLetters).letters : [],
    shows: isFirst
      ? announcedShows(ctx, artist.id, mostShows).map((row) => ({
          ...toPublicShow(row),
          path: showsPath(handle),
          announcedAt: row.createdAt,
        }))
      : [],
    tracks: shownTracks(ctx, casset.id)
      .slice(0, mostTracks)
      .map((row) => ({
        id: row.id,
        title: row.title,
        by: row.byNames && artistOfTags(row.byNames, artist.displayName).line,
        durationSec: row.durationSec,
        createdAt: row.createdAt,
        sound: termsOfTrack(ctx, row).stream.decision === 'ALLOW' ? soundOf(origin, world, row) : null,
      })),
  }
}

type Row = ReturnType<typeof shownTracks>[number]

/** Returns the file that everybody hears of a track; null before it has a hook. */
function soundOf(origin: string, { casset }: World, track: Row): SoundFile | null {
  const { id, hookFormat, hookBytes, hookDurationSec } = track
  const at = `${origin}/api/audio/${id}`
  if (isWholeForAll({ casset, track })) {
    const { format, bytes } = playedOf(track)
    if (!isAudioFormat(format)) return null
    return { url: `${at}/whole`, type: contentTypeOf(format), bytes, durationSec: track.durationSec, isWhole: true }
  }
  if (hookFormat === null || hookBytes === null || !isAudioFormat(hookFormat)) return null
  const type = contentTypeOf(hookFormat)
  return { url: `${at}/hook`, type, bytes: hookBytes, durationSec: hookDurationSec, isWhole: false }
}
