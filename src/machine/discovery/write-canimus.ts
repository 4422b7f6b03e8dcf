import { soundLicenseOf } from '../../casset/usage/usage-headers.ts'
import { dateOf, dayAt } from '../../lib/time/calendar.ts'
import { addresses } from '../../release/rendering/addresses.ts'
import { rslType } from '../../release/rendering/rsl.ts'
import type { Feed, FeedTrack, SoundFile } from './read-feed.ts'

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

function albumOf({ origin, url, feeds, handle, casset, releases, tracks }: Feed) {
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
    links: [{ name: 'Buy it', href: url, rel: 'purchase' }, ...pages, licenseAt(`${feeds}/license.xml`)],
    children: tracks.map((track) => trackOf(origin, url, track)),
  }
}

const licenseAt = (href: string) => ({ name: 'License', href, rel: 'license', type: rslType })

const trackOf = (origin: string, url: string, { id, title, by, durationSec, createdAt, sound }: FeedTrack) => ({
  type: 'track',
  name: title,
  uid: id,
  ...(by === null ? {} : { summary: `By ${by}` }),
  url,
  release_date: dateOf(dayAt(createdAt)),
  ...(durationSec === null ? {} : { duration: durationSec }),
  links: [licenseAt(origin + soundLicenseOf(id))],
  ...(sound === null ? {} : { media: [mediaOf(sound)] }),
})

const mediaOf = ({ url, type, bytes, durationSec, isWhole }: SoundFile) => ({
  type,
  src: url,
  size: bytes,
  label: isWhole ? 'whole' : 'hook',
  ...(durationSec === null ? {} : { duration: durationSec }),
})
