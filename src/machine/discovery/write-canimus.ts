import { dateOf, dayAt } from '../../lib/time/calendar.ts'
import { addresses } from '../../release/rendering/addresses.ts'
import { rslType } from '../../release/rendering/rsl.ts'
import type { Feed, FeedTrack } from './read-feed.ts'

export const canimusType = 'application/canimus+json'

export const canimusOf = (feed: Feed) => ({
  type: 'root',
  protocol: 'Canimus',
  version: 'c1abb7e',
  name: `${feed.casset.name} by ${feed.artist}`,
  url: feed.url,
  links: [{ name: 'This feed', href: `${feed.feeds}/canimus.json`, rel: 'self', type: canimusType }],
  children: [
    {
      type: 'artist',
      name: feed.artist,
      url: feed.url,
      uid: `${feed.origin}/@${feed.handle}#artist`,
      ...(feed.bio === null ? {} : { summary: feed.bio.replaceAll(/\s+/g, ' ') }),
      images: { thumb: { src: feed.picture, alt: feed.artist } },
      children: [albumOf(feed)],
    },
  ],
})

function albumOf({ origin, url, handle, casset, releases, tracks }: Feed) {
  const licenses = releases.map(({ id, title }) => ({
    name: `License of “${title}”`,
    href: origin + addresses.licenseOf(id),
    rel: 'license',
    type: rslType,
  }))
  const pages = releases.map(({ id, title }) => ({
    name: title,
    href: origin + addresses.pageOf(handle, id),
    rel: 'alternate',
  }))
  return {
    type: 'album',
    name: casset.name,
    url,
    uid: casset.id,
    ...(casset.publishedAt === null ? {} : { release_date: dateOf(dayAt(casset.publishedAt)) }),
    ...(casset.cover === null
      ? {}
      : { images: { main: { src: casset.cover, alt: `Cover of ${casset.name}`, type: 'image/webp' } } }),
    links: [{ name: 'Buy it', href: url, rel: 'purchase' }, ...pages, ...licenses],
    children: tracks.map((track) => trackOf(url, track)),
  }
}

const trackOf = (url: string, { id, title, durationSec, createdAt, hook }: FeedTrack) => ({
  type: 'track',
  name: title,
  uid: id,
  url,
  release_date: dateOf(dayAt(createdAt)),
  ...(durationSec === null ? {} : { duration: durationSec }),
  ...(hook === null ? {} : { media: [mediaOf(hook)] }),
})

const mediaOf = ({ url, type, bytes, durationSec }: NonNullable<FeedTrack['hook']>) => ({
  type,
  src: url,
  size: bytes,
  label: 'hook',
  ...(durationSec === null ? {} : { duration: durationSec }),
})
