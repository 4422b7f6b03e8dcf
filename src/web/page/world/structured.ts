import { isoDuration } from '../../../../public/lib/format.ts'
import type { Media } from '../../parts/tape-view.ts'

const describedTracks = 50

/** The world as schema.org describes an album, for search engines. */
export function albumData(media: Media, origin: string): object {
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
