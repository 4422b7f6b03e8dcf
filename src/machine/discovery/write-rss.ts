import { element, type Xml, xmlDocument } from '../../lib/xml.ts'
import { addresses } from '../../release/rendering/addresses.ts'
import { rslContents } from '../../release/rendering/rsl.ts'
import type { Feed, FeedTrack } from './read-feed.ts'

/**
 * Returns a casset as an RSS 2.0 feed: its releases with their licenses (RSL), and its tracks with
 * their hooks.
 */
export function rssOf(feed: Feed): string {
  const { artist, casset, bio, url, feeds, picture } = feed
  const items = [
    ...feed.releases.map((release) => ({ at: release.issuedAt, item: releaseItem(feed, release) })),
    ...feed.tracks.map((track) => ({ at: track.createdAt, item: trackItem(feed, track) })),
  ].sort((a, b) => b.at - a.at)
  const [newest] = items
  const channel = element(
    'channel',
    {},
    element('title', {}, `${casset.name} by ${artist}`),
    element('link', {}, url),
    element('description', {}, bio ?? `Releases and tracks of ${artist}.`),
    element('atom:link', { rel: 'self', type: 'application/rss+xml', href: `${feeds}/feed.xml` }),
    element('image', {}, ...imageOf(casset.cover ?? picture, artist, url)),
    newest ? element('lastBuildDate', {}, dateOf(newest.at)) : null,
    ...items.map(({ item }) => item),
  )
  const names = {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:rsl': 'https://rslstandard.org/rsl',
  }
  return xmlDocument(element('rss', names, channel))
}

const imageOf = (src: string, artist: string, url: string): Xml[] => [
  element('url', {}, src),
  element('title', {}, artist),
  element('link', {}, url),
]

const dateOf = (at: number) => new Date(at).toUTCString()

function releaseItem({ origin, url, handle, artist }: Feed, release: Feed['releases'][number]): Xml {
  const { id, title, type, issuedAt, terms } = release
  const page = origin + addresses.pageOf(handle, id)
  return element(
    'item',
    {},
    element('title', {}, title),
    element('link', {}, page),
    element('guid', { isPermaLink: 'false' }, `urn:uuid:${id}`),
    element('pubDate', {}, dateOf(issuedAt)),
    element('description', {}, `${typeWords[type] ?? 'A release'} by ${artist}, with a signed manifest.`),
    ...rslContents(terms, { paths: [page], holder: artist, contactUrl: url }, 'rsl:'),
  )
}

const typeWords: Readonly<Record<string, string>> = {
  SINGLE: 'A single',
  EP: 'An EP',
  ALBUM: 'An album',
  COMPILATION: 'A compilation',
}

const trackItem = ({ url, artist }: Feed, { id, title, createdAt, hook }: FeedTrack): Xml =>
  element(
    'item',
    {},
    element('title', {}, title),
    element('link', {}, url),
    element('guid', { isPermaLink: 'false' }, `urn:uuid:${id}`),
    element('pubDate', {}, dateOf(createdAt)),
    element('description', {}, hook ? `The hook of a track by ${artist}.` : `A track by ${artist}.`),
    hook && element('enclosure', { url: hook.url, type: hook.type, length: String(hook.bytes) }),
  )
