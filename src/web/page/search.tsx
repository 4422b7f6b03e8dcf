import { clock } from '../../../public/lib/clock.ts'
import { inParts } from '../../../public/lib/in-parts.tsx'
import { trackAnchor } from '../../../public/lib/track-anchor.ts'
import PlayTape from '../../../public/player/play-tape.tsx'
import { nearestSearches } from '../../casset/browse/nearest-searches.ts'
import { searchArtists } from '../../casset/browse/search-artists.ts'
import { type FoundTrack, searchTracks } from '../../casset/browse/search-tracks.ts'
import { foundEntries } from '../../casset/recent-cassets.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { byText } from '../../lib/music/by.ts'
import { cutText } from '../../lib/text/code-points.ts'
import { gap } from '../../lib/text/gap.ts'
import { longest } from '../../lib/text/longest.ts'
import { searchWords } from '../../lib/text/search-words.ts'
import { artistPath, pagePath } from '../../lib/text/slug.ts'
import { island } from '../document/island.tsx'
import { optional, page } from '../page.tsx'
import { Search } from '../parts/frame/search.tsx'
import { ShowOlder } from '../parts/show-older.tsx'
import { formHead } from '../parts/sign-up/form-layout.tsx'
import { Rack, type RackTapeEntry, rackToTape } from './home/page.tsx'
import { rackTape } from './home/route.tsx'

const PlayKey = island('player/play-tape', PlayTape, 'visible')

const path = '/search'
const onPage = 24
const artistsOnPage = 60

const types = () => ({ tapes: say('Cassets'), artists: say('Artists'), tracks: say('Tracks') })
type SearchType = keyof ReturnType<typeof types>
const isType = (text: string): text is SearchType => Object.hasOwn(types(), text)

const query = { q: longest.pastedQuery, type: 10, cursor: 36, page: 6 } as const

type Found =
  | { type: 'tapes'; rack: readonly RackTapeEntry[]; nextCursor: string | null }
  | {
      type: 'artists'
      artists: readonly { id: string; handle: string; name: string; hasFirst: boolean }[]
      at: number
      hasMore: boolean
    }
  | { type: 'tracks'; tracks: readonly (FoundTrack & { casset: RackTapeEntry })[]; nextCursor: string | null }

/** `/search`: public tapes, artists or tracks by the beginnings of words (rule: casset-search). */
export const searchRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: optional, query }, async ({ query: { q: typed = '', type = '', cursor, page } }) => {
    const q = cutText(typed.trim(), longest.cassetQuery)
    const at = Math.max(1, Number.parseInt(page ?? '', 10) || 1)
    const isTurned = cursor !== undefined || at > 1
    const kind = isType(type) ? type : 'tapes'
    const found = await find(ctx, kind, { q, cursor, at })
    const near = isTurned || !isEmpty(found) ? null : await findNearest(ctx, kind, q)
    const title = q === '' ? say('Search') : say('“{q}” ## a title', { q })
    return {
      head: formHead(title, say('Find cassets, artists and tracks.'), path),
      main: <SearchPage q={q} near={near?.q} found={near?.found ?? found} isTurned={isTurned} />,
    }
  })

type Asked = { q: string; cursor: string | undefined; at: number }

async function find(ctx: Ctx, type: SearchType, { q, cursor, at }: Asked): Promise<Found> {
  if (type === 'artists') {
    return { type, at, ...(await searchArtists(ctx, q, { page: at, limit: artistsOnPage })) }
  }
  if (type === 'tracks') {
    const { found, nextCursor } = await searchTracks(ctx, { q, cursor, limit: onPage })
    return {
      type,
      nextCursor,
      tracks: found.map((track) => ({ ...track, casset: rackTape(ctx, track.casset) })),
    }
  }
  const { rack, nextCursor } = foundEntries(ctx, { q, cursor, limit: onPage })
  return { type, nextCursor, rack: rack.map((entry) => rackTape(ctx, entry)) }
}

function isEmpty(found: Found): boolean {
  if (found.type === 'artists') return found.artists.length === 0
  return found.nextCursor === null && (found.type === 'tapes' ? found.rack : found.tracks).length === 0
}

/** Returns the nearest search that finds something, with what it finds; null when there is none. */
async function findNearest(ctx: Ctx, type: SearchType, typed: string) {
  for (const q of await nearestSearches(ctx, typed)) {
    const found = await find(ctx, type, { q, cursor: undefined, at: 1 })
    if (!isEmpty(found)) return { q, found }
  }
  return null
}

type SearchPageProps = {
  q: string
  /** The search that was made instead, when there is nothing for the typed one. */
  near: string | undefined
  found: Found
  isTurned: boolean
}

function SearchPage({ q, near, found, isTurned }: SearchPageProps) {
  const hasWords = searchWords(q).length > 0
  return (
    <main id="main" class="world browse wrap" data-pattern="soft-grain" tabIndex={-1}>
      <h1>{say('Search')}</h1>
      <Search q={q} {...(found.type === 'tapes' ? {} : { type: found.type })} />
      <nav class="acts" aria-label={say('What to look for')}>
        {Object.entries(types()).map(([type, name]) => (
          <a
            key={type}
            class={type === found.type ? 'key down' : 'key'}
            href={`${path}?${new URLSearchParams({ ...(q === '' ? {} : { q }), type })}`}
            aria-current={type === found.type ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <section aria-label={types()[found.type]}>
        {near !== undefined && (
          <p class="empty">
            {inParts(say('Nothing found for <bdi>“{q}”</bdi>. Here is <bdi>“{near}”</bdi>:', { q, near }), {
              bdi: (text) => <bdi>{text}</bdi>,
            })}
          </p>
        )}
        {hasWords ? <Results q={near ?? q} found={found} isTurned={isTurned} /> : <NothingAsked q={q} />}
      </section>
    </main>
  )
}

const NothingAsked = ({ q }: { q: string }) => (
  <p class="empty">
    {q === ''
      ? say('Type the first letters of a casset, an artist or a track.')
      : say('A search needs a letter or a digit: type the first letters of a casset, an artist or a track.')}
    {gap()}
    <a href="/browse">{say('All music')}</a>
  </p>
)

type ResultsProps = { q: string; found: Found; isTurned: boolean }

function Results({ q, found, isTurned }: ResultsProps) {
  if (found.type === 'artists') {
    const { artists, at, hasMore } = found
    return (
      <>
        {artists.length > 0 ? (
          <ul class="artists">
            {artists.map((artist) => (
              <li key={artist.id}>
                <a href={artistPath(artist)} dir="auto">
                  {artist.name}
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <NothingFound q={q} isTurned={isTurned} hasMore={hasMore} />
        )}
        <ShowOlder
          path={path}
          cursor={hasMore ? String(at + 1) : null}
          name="page"
          query={{ q, type: 'artists' }}
          label={say('Show more')}
        />
      </>
    )
  }
  const { nextCursor } = found
  const isNone = found.type === 'tapes' ? found.rack.length === 0 : found.tracks.length === 0
  return (
    <>
      {isNone && <NothingFound q={q} isTurned={isTurned} hasMore={nextCursor !== null} />}
      {!isNone && found.type === 'tapes' && <Rack rack={found.rack} />}
      {!isNone && found.type === 'tracks' && <FoundTracks tracks={found.tracks} />}
      <ShowOlder path={path} cursor={nextCursor} query={{ q, type: found.type }} label={say('Show more')} />
    </>
  )
}

type FoundTracksProps = { tracks: Extract<Found, { type: 'tracks' }>['tracks'] }

const FoundTracks = ({ tracks }: FoundTracksProps) => (
  <ul class="found-tracks">
    {tracks.map(({ id, title, by, durationSec, casset }) => (
      <li key={id}>
        <PlayKey tape={rackToTape(casset)} from={{ id, title }} />
        <span>
          <b dir="auto">{title}</b>
          {by.length > 0 && <small>{byText(by, casset.displayName)}</small>}
          <a href={`${pagePath(casset.handle)}#${trackAnchor(id)}`} dir="auto">
            {say('{name} by {displayName}', { name: casset.name, displayName: casset.displayName })}
          </a>
        </span>
        {durationSec !== null && <span class="mono">{clock(durationSec)}</span>}
      </li>
    ))}
  </ul>
)

type NothingFoundProps = { q: string; isTurned: boolean; hasMore: boolean }

function NothingFound({ q, isTurned, hasMore }: NothingFoundProps) {
  if (hasMore) return <p class="empty">{say('Nothing among the newest of these cassets. There are older ones.')}</p>
  if (isTurned) return <p class="empty">{say('Nothing more.')}</p>
  return (
    <p class="empty">
      {inParts(say('Nothing found for <bdi>“{q}”</bdi>. Check the spelling, or <a>explore all artists</a>.', { q }), {
        bdi: (text) => <bdi>{text}</bdi>,
        a: (text) => <a href="/browse?show=artists">{text}</a>,
      })}
    </p>
  )
}
