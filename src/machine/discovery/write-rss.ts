import { type Xml, xmlDocument, xmlElement } from '../../lib/text/xml.ts'
import { addresses } from '../../release/rendering/addresses.ts'
import { rslContents } from '../../release/rendering/rsl.ts'
import type { Feed, FeedTrack } from './read-feed.ts'

/** Returns a casset in RSS 2.0: releases with licenses (RSL), and tracks with their hooks. */
export function rssOf(feed: Feed): string {
  const { artist, casset, bio, writesIn, url, feeds, picture } = feed
  const items = [
    ...feed.releases.map((release) => ({ at: release.issuedAt, item: releaseItem(feed, release) })),
    ...feed.letters.map((letter) => ({ at: letter.sentAt, item: letterItem(feed, letter) })),
    ...feed.tracks.map((track) => ({ at: track.createdAt, item: trackItem(feed, track) })),
  ].sort((a, b) => b.at - a.at)
  const [newest] = items
  const channel = xmlElement(
    'channel',
    {},
    xmlElement('title', {}, `${casset.name} by ${artist}`),
    xmlElement('link', {}, url),
    xmlElement('description', {}, bio ?? `Releases and tracks of ${artist}.`),
    writesIn === null ? null : xmlElement('language', {}, writesIn),
    xmlElement('atom:link', { rel: 'self', type: 'application/rss+xml', href: `${feeds}/feed.xml` }),
    xmlElement('image', {}, ...imageOf(casset.cover ?? picture, artist, url)),
    newest ? xmlElement('lastBuildDate', {}, dateOf(newest.at)) : null,
    ...items.map(({ item }) => item),
  )
  const names = {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:rsl': 'https://rslstandard.org/rsl',
  }
  return xmlDocument(xmlElement('rss', names, channel))
}

const imageOf = (src: string, artist: string, url: string): Xml[] => [
  xmlElement('url', {}, src),
  xmlElement('title', {}, artist),
  xmlElement('link', {}, url),
]

const dateOf = (at: number) => new Date(at).toUTCString()

function releaseItem({ origin, url, handle, artist }: Feed, release: Feed['releases'][number]): Xml {
  const { id, title, type, issuedAt, terms } = release
  const page = origin + addresses.pageOf(handle, id)
  return xmlElement(
    'item',
    {},
    xmlElement('title', {}, title),
    xmlElement('link', {}, page),
    xmlElement('guid', { isPermaLink: 'false' }, `urn:uuid:${id}`),
    xmlElement('pubDate', {}, dateOf(issuedAt)),
    xmlElement('description', {}, `${typeLabels[type] ?? 'A release'} by ${artist}, with a signed manifest.`),
    ...rslContents(terms, { paths: [page], holder: artist, contactUrl: url }, 'rsl:'),
  )
}

const typeLabels: Readonly<Record<string, string>> = {
  SINGLE: 'A single',
  EP: 'An EP',
  ALBUM: 'An album',
  COMPILATION: 'A compilation',
}

const trackItem = ({ url, artist }: Feed, { id, title, createdAt, hook }: FeedTrack): Xml =>
  xmlElement(
    'item',
    {},
    xmlElement('title', {}, title),
    xmlElement('link', {}, url),
    xmlElement('guid', { isPermaLink: 'false' }, `urn:uuid:${id}`),
    xmlElement('pubDate', {}, dateOf(createdAt)),
    xmlElement('description', {}, hook ? `The hook of a track by ${artist}.` : `A track by ${artist}.`),
    hook && xmlElement('enclosure', { url: hook.url, type: hook.type, length: String(hook.bytes) }),
  )

const letterItem = ({ origin }: Feed, { id, subject, path, sentAt, begins }: Feed['letters'][number]): Xml =>
  xmlElement(
    'item',
    {},
    xmlElement('title', {}, subject),
    xmlElement('link', {}, origin + path),
    xmlElement('guid', { isPermaLink: 'false' }, `urn:uuid:${id}`),
    xmlElement('pubDate', {}, dateOf(sentAt)),
    xmlElement('description', {}, begins),
  )
