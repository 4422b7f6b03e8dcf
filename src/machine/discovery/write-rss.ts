import { pagePath } from '../../lib/text/slug.ts'
import { type Xml, xmlDocument, xmlElement } from '../../lib/text/xml.ts'
import { addresses } from '../../release/rendering/addresses.ts'
import { rslContents } from '../../release/rendering/rsl.ts'
import type { Feed, FeedTrack, SiteFeed } from './read-feed.ts'

/** Returns a casset in RSS 2.0: releases with licenses (RSL), and tracks as all hear them. */
export function rssOf(feed: Feed): string {
  const { artist, casset, bio, language, url, feeds, picture } = feed
  const items = [
    ...feed.releases.map((release) => ({ at: release.issuedAt, item: releaseItem(feed, release) })),
    ...feed.letters.map((letter) => ({ at: letter.sentAt, item: letterItem(feed, letter) })),
    ...feed.tracks.map((track, place) => ({ at: track.createdAt, item: trackItem(feed, track, place + 1) })),
    ...feed.shows.map((show) => ({ at: show.announcedAt, item: showItem(feed, show) })),
  ].sort((a, b) => b.at - a.at)
  const [newest] = items
  return rssDocument({
    title: `${casset.name} by ${artist}`,
    link: url,
    description: bio ?? `Releases and tracks of ${artist}.`,
    language,
    self: `${feeds}/feed.xml`,
    changedAt: newest?.at,
    explicit: casset.explicit,
    contents: [
      xmlElement('image', {}, ...imageOf(casset.cover ?? picture, artist, url)),
      xmlElement('itunes:author', {}, artist),
      xmlElement('itunes:image', { href: feed.square }),
      // A record is heard from its first track on.
      xmlElement('itunes:type', {}, 'serial'),
      ...items.map(({ item }) => item),
    ],
  })
}

type Channel = {
  title: string
  link: string
  description: string
  language: string
  self: string
  changedAt: number | undefined
  /** Whether it has explicit words: Apple's catalog takes no feed that does not say it. */
  explicit: boolean
  contents: readonly Xml[]
}

/** With what a catalog of podcasts asks for: https://podcasters.apple.com/support/823-podcast-requirements. */
function rssDocument({ title, link, description, language, self, changedAt, explicit, contents }: Channel): string {
  const channel = xmlElement(
    'channel',
    {},
    xmlElement('title', {}, title),
    xmlElement('link', {}, link),
    xmlElement('description', {}, description),
    xmlElement('language', {}, language),
    xmlElement('atom:link', { rel: 'self', type: 'application/rss+xml', href: self }),
    changedAt === undefined ? null : xmlElement('lastBuildDate', {}, dateOf(changedAt)),
    xmlElement('itunes:category', { text: 'Music' }),
    xmlElement('itunes:explicit', {}, String(explicit)),
    ...contents,
  )
  const names = {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
    'xmlns:rsl': 'https://rslstandard.org/rsl',
  }
  return xmlDocument(xmlElement('rss', names, channel))
}

/** The tapes of a site, the newest first. */
export const rssOfSite = ({ name, line, language, origin, tapes }: SiteFeed): string =>
  rssDocument({
    title: name,
    link: `${origin}/`,
    description: line ?? `The newest music on ${name}.`,
    language,
    self: `${origin}/feed.xml`,
    changedAt: tapes[0]?.publishedAt ?? undefined,
    explicit: false,
    contents: tapes.map((tape) =>
      xmlElement(
        'item',
        {},
        xmlElement('title', {}, `${tape.name} by ${tape.artist}`),
        xmlElement('link', {}, origin + pagePath(tape.slug)),
        xmlElement('guid', { isPermaLink: 'false' }, `urn:uuid:${tape.id}`),
        tape.publishedAt === null ? null : xmlElement('pubDate', {}, dateOf(tape.publishedAt)),
        xmlElement('description', {}, `New music by ${tape.artist}.`),
      ),
    ),
  })

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

const trackItem = ({ url, artist }: Feed, { id, title, by, createdAt, sound }: FeedTrack, place: number): Xml =>
  xmlElement(
    'item',
    {},
    xmlElement('title', {}, title),
    xmlElement('link', {}, url),
    xmlElement('guid', { isPermaLink: 'false' }, `urn:uuid:${id}`),
    xmlElement('pubDate', {}, dateOf(createdAt)),
    xmlElement('description', {}, `${sound && !sound.isWhole ? 'The hook of a' : 'A'} track by ${by ?? artist}.`),
    sound && xmlElement('enclosure', { url: sound.url, type: sound.type, length: String(sound.bytes) }),
    sound && xmlElement('itunes:episode', {}, String(place)),
    sound?.durationSec ? xmlElement('itunes:duration', {}, String(Math.ceil(sound.durationSec))) : null,
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

function showItem({ origin, artist }: Feed, show: Feed['shows'][number]): Xml {
  const { id, path, announcedAt, day, time, venue, town, country, withWhom, state } = show
  const title = `${artist} at ${venue}, ${town}, ${[day, time].filter(Boolean).join(' ')}`
  const place = `${venue}, ${town} (${country})${withWhom === null ? '' : `, with ${withWhom}`}.`
  return xmlElement(
    'item',
    {},
    xmlElement('title', {}, `${stateWords[state]}${title}`),
    xmlElement('link', {}, origin + path),
    xmlElement('guid', { isPermaLink: 'false' }, `urn:uuid:${id}`),
    xmlElement('pubDate', {}, dateOf(announcedAt)),
    xmlElement('description', {}, `A show of ${artist}: ${place}`),
  )
}

const stateWords = { ON: '', SOLD_OUT: 'Sold out: ', CALLED_OFF: 'Called off: ' } as const
