import { cutText } from '../../../../public/lib/cut-text.ts'
import { sleeveToPreload } from '../../../../public/lib/sleeve.tsx'
import { showData } from '../../../audience/show/music-event.ts'
import type { PublicShow } from '../../../audience/show/show.ts'
import { soundLicenseOf } from '../../../casset/usage/usage-headers.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { artistOfTags } from '../../../lib/music/by.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { disclosedTracks } from '../../../release/disclosed-tracks.ts'
import { addresses } from '../../../release/rendering/addresses.ts'
import { recordingData } from '../../../release/rendering/schema-org.ts'
import type { Head } from '../../document/document.tsx'
import { themeOf } from '../../document/theme.ts'
import { embedPath, frameSizes } from '../../embed/frame.tsx'
import { isOpenIn, type Media, unreadyText } from '../../parts/tape-view.ts'
import { cassetInHead } from '../../share-picture/describe.ts'

const describedChars = 180

export function worldHead(ctx: Ctx, media: Media, shows: readonly PublicShow[]): Head {
  const { origin } = ctx.site
  const { casset, artist, cover, tracks } = media
  const byline = say('{name} by {displayName}', { name: casset.name, displayName: artist.displayName })
  const plain = say('Hear a hook of {tracks, plural, one {# track} other {# tracks}} by {displayName} on {name}.', {
    tracks: tracks.length,
    displayName: artist.displayName,
    name: ctx.config.site.name,
  })
  const heard = tracks.find((track) => unreadyText(track) === undefined)
  return {
    title: byline,
    description: artist.bio ? cutText(artist.bio.replaceAll(/\s+/g, ' ').trim(), describedChars) : plain,
    path: pagePath(casset.slug),
    kind: 'music.album',
    theme: themeOf(ctx, media),
    structured: albumData(ctx, media, shows),
    ...(casset.published && casset.privacy !== 'private' ? { alternates: formsOf(casset.slug, origin) } : {}),
    ...cassetInHead(ctx, media),
    ...(cover ? { opensWith: sleeveToPreload(cover) } : {}),
    ...(heard
      ? {
          sound: {
            url: `/api/audio/${heard.id}/${isOpenIn(media)(heard) ? 'whole' : 'hook'}`,
            player: { url: embedPath(casset.slug), ...frameSizes.card },
          },
        }
      : {}),
    ...(casset.published && casset.privacy !== 'private' ? { license: addresses.cassetLicenseOf(casset.slug) } : {}),
    isHidden: !casset.published || casset.privacy !== 'public',
    cassetId: casset.id,
  }
}

const describedTracks = 50

const formsOf = (slug: string, origin: string) => [
  { type: 'application/rss+xml', title: 'RSS', href: `/@${slug}/feed.xml` },
  { type: 'application/canimus+json', title: say('Canimus'), href: `/@${slug}/canimus.json` },
  {
    type: 'application/json+oembed',
    title: 'oEmbed',
    href: `${origin}/oembed?url=${encodeURIComponent(origin + pagePath(slug))}`,
  },
]

function makersOf(by: NonNullable<Media['tracks'][number]['by']>, artist: string, origin: string) {
  const pages = new Map(by.map(({ name, page }) => [name, page]))
  return artistOfTags(by, artist).names.map((name) => {
    const page = pages.get(name)
    return page === undefined ? { name } : { name, url: origin + page }
  })
}

function albumData(ctx: Ctx, media: Media, shows: readonly PublicShow[]): object {
  const { origin } = ctx.site
  const { casset, artist, cover, tracks, socials, provenance } = media
  const disclosed = provenance ? disclosedTracks(ctx, casset.id, describedTracks) : new Map<string, never>()
  const url = origin + pagePath(casset.slug)
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicAlbum',
    name: casset.name,
    url,
    ...(cover ? { image: new URL(cover.url, origin).href } : {}),
    ...(casset.publishedAt ? { datePublished: casset.publishedAt } : {}),
    byArtist: {
      '@type': 'MusicGroup',
      name: artist.displayName,
      url,
      ...(artist.bio ? { description: artist.bio } : {}),
      ...(shows.length > 0 ? { event: shows.map((show) => showData({ name: artist.displayName, url }, show)) } : {}),
      ...(socials.length > 0 ? { sameAs: socials.map((social) => social.url) } : {}),
    },
    numTracks: tracks.length,
    track: tracks.slice(0, describedTracks).map(({ id, title, by, kind, durationSec }) => {
      const durationMs = durationSec === null ? null : durationSec * 1000
      const { releaseId, isrc = null, aiDisclosure = {} } = disclosed.get(id) ?? {}
      const named = by ? { by: makersOf(by, artist.displayName, origin) } : {}
      const recording = { title, ...named, kind, durationMs, isrc, aiDisclosure }
      if (releaseId === undefined) return recordingData(recording)
      const usageInfo = origin + addresses.pageOf(artist.handle, releaseId)
      return recordingData({ ...recording, license: origin + soundLicenseOf(id) }, usageInfo)
    }),
  }
}
