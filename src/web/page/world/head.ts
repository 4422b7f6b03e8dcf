import { cut, isoDuration } from '../../../../public/lib/format.ts'
import type { Ctx } from '../../../context.ts'
import { count } from '../../../lib/count.ts'
import type { Head } from '../../document.tsx'
import type { Media } from '../../parts/tape-view.ts'
import { themeOf } from '../../theme.ts'

const describedChars = 180

/** Returns the head of a world, for search engines and social networks. */
export function worldHead(ctx: Ctx, media: Media, origin: string): Head {
  const { casset, artist, cover, tracks } = media
  const byline = `${casset.name} by ${artist.displayName}`
  const plain = `Hear a hook of ${count(tracks.length, 'track')} by ${artist.displayName} on Tapedeck.`
  return {
    title: `${byline} · Tapedeck`,
    description: artist.bio ? cut(artist.bio.replaceAll(/\s+/g, ' ').trim(), describedChars) : plain,
    path: `/@${artist.handle}`,
    kind: 'music.album',
    theme: themeOf(ctx, media),
    structured: albumData(media, origin),
    ...(cover ? { image: { url: cover.url, alt: `Cover of ${byline}` } } : {}),
    isHidden: !casset.published || casset.privacy !== 'public',
  }
}

const describedTracks = 50

/** Returns the world as a schema.org album, for search engines. */
function albumData(media: Media, origin: string): object {
  const { casset, artist, cover, tracks, socials } = media
  const url = `${origin}/@${artist.handle}`
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
      ...(socials.length > 0 ? { sameAs: socials.map((social) => social.url) } : {}),
    },
    numTracks: tracks.length,
    track: tracks.slice(0, describedTracks).map(({ title, durationSec }) => ({
      '@type': 'MusicRecording',
      name: title,
      ...(durationSec === null ? {} : { duration: isoDuration(durationSec) }),
    })),
  }
}
