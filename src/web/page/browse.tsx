import { inParts } from '../../../public/lib/in-parts.tsx'
import { type BrowseIndex, type BrowseWords, browseIndex } from '../../casset/browse/browse-index.ts'
import { surprise } from '../../casset/browse/surprise.ts'
import { listedEntries } from '../../casset/recent-cassets.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { wordKey } from '../../lib/music/styles.ts'
import { longest } from '../../lib/text/longest.ts'
import { artistPath, pagePath } from '../../lib/text/slug.ts'
import { recentlyBought } from '../../shop/purchase/recently-bought.ts'
import { optional, page, seeOther } from '../page.tsx'
import { Search } from '../parts/frame/search.tsx'
import { formHead } from '../parts/sign-up/form-layout.tsx'
import { Rack, type RackTapeEntry } from './home/page.tsx'
import { rackTape } from './home/route.tsx'

const path = '/browse'
const tapesOnPage = 24
const artistsOnPage = 120
/** So many styles stand on the page; the rest of them in a fold. */
const openStyles = 12

const query = { style: longest.style, place: longest.location, show: 7, page: 6 } as const

type Filter = { style?: string | undefined; place?: string | undefined }

/** `/browse`: all music on a rack, by style and place, or all artists (rule: browse). */
export const browseRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: optional, query }, async ({ query: { style, place, show, page } }) => {
    const index = await browseIndex(ctx)
    const at = Math.max(1, Number.parseInt(page ?? '', 10) || 1)
    if (show === 'artists') {
      const head = { ...formHead(say('All artists'), say('All artists, by name.'), path), isHidden: at > 1 }
      return { head, main: <ArtistsPage index={index} at={at} /> }
    }
    const bought = await recentlyBought(ctx)
    if (show === 'bought') {
      const head = {
        ...formHead(say('Recently bought'), say('Cassets that were bought recently.'), path),
        isHidden: true,
      }
      return { head, main: <BoughtPage rack={bought.map((entry) => rackTape(ctx, entry))} /> }
    }
    const filter = textsOf(index, { style, place })
    const title = [filter.style, filter.place].filter((text) => text !== undefined).join(' · ')
    const ids = cassetsOf(index, filter)
    const shown = listedEntries(ctx, ids.slice((at - 1) * tapesOnPage, at * tapesOnPage))
    return {
      head:
        title === ''
          ? { ...formHead(say('All music'), say('All music, by style and place.'), path), isHidden: at > 1 }
          : { ...formHead(title, say('Music: {text}.', { text: title }), path), isHidden: true },
      main: (
        <BrowsePage
          index={index}
          filter={filter}
          title={title === '' ? say('All music') : title}
          rack={shown.map((entry) => rackTape(ctx, entry))}
          hasBought={bought.length > 0}
          at={at}
          hasMore={at * tapesOnPage < ids.length}
        />
      ),
    }
  })

/** Returns the asked style and place as their first artist writes them. */
const textsOf = ({ styles, places }: BrowseIndex, { style, place }: Filter): Filter => ({
  style: style === undefined ? undefined : (styles.byKey.get(wordKey(style))?.text ?? style),
  place: place === undefined ? undefined : (places.byKey.get(wordKey(place))?.text ?? place),
})

function cassetsOf({ newest, styles, places }: BrowseIndex, { style, place }: Filter): readonly string[] {
  const idsOf = (words: BrowseWords, text: string) => words.byKey.get(wordKey(text))?.cassetIds ?? []
  const ofStyle = style === undefined ? newest : idsOf(styles, style)
  if (place === undefined) return ofStyle
  const ofPlace = idsOf(places, place)
  if (style === undefined) return ofPlace
  const known = new Set(ofPlace)
  return ofStyle.filter((id) => known.has(id))
}

/** `/surprise`: redirects to the page of some public casset. */
export const surpriseRoute = (ctx: Ctx) =>
  page(ctx, { path: '/surprise', viewer: optional }, () => {
    const slug = surprise(ctx)
    return seeOther(slug === undefined ? '/' : pagePath(slug))
  })

type BrowsePageProps = {
  index: BrowseIndex
  filter: Filter
  title: string
  rack: readonly RackTapeEntry[]
  hasBought: boolean
  at: number
  hasMore: boolean
}

const BrowsePage = ({ index: { styles, places }, filter, title, rack, hasBought, at, hasMore }: BrowsePageProps) => (
  <main id="main" class="world browse home wrap" data-pattern="soft-grain" tabIndex={-1}>
    <header class="side-head">
      <h1 id="rack" dir="auto">
        {title}
      </h1>
      <p class="acts">
        <a class="key" href={`${path}?show=artists`}>
          {say('All artists')}
        </a>
        {hasBought && (
          <a class="key" href={`${path}?show=bought`}>
            {say('Recently bought')}
          </a>
        )}
        <a class="key" href="/surprise">
          {say('Surprise me')}
        </a>
      </p>
    </header>
    <Search q="" />
    <Words kind="style" words={styles} filter={filter} label={say('Styles')} open={openStyles} />
    <Words kind="place" words={places} filter={filter} label={say('Places')} open={0} />
    <section class="shop" aria-labelledby="rack">
      {rack.length > 0 ? (
        <Rack rack={rack} />
      ) : (
        <p class="empty">
          {filter.style === undefined && filter.place === undefined && at === 1 ? say('No music yet.') : nothingHere()}
        </p>
      )}
      <Pages at={at} hasMore={hasMore} of={filter} />
    </section>
  </main>
)

type WordsProps = { kind: keyof Filter; words: BrowseWords; filter: Filter; label: string; open: number }

/** Links to each style or place, most used first; the chosen one leads and takes itself off. */
function Words({ kind, words, filter, label, open }: WordsProps) {
  const chosen = filter[kind]
  const rest = words.top.filter(({ text }) => text !== chosen)
  if (chosen === undefined && rest.length === 0) return null
  const first = rest.slice(0, open)
  const folded = rest.slice(open)
  return (
    <nav class="filter" aria-label={label}>
      {(chosen !== undefined || first.length > 0) && (
        <ul class="words">
          {chosen !== undefined && (
            <li>
              <a class="down" href={linkTo({ ...filter, [kind]: undefined })} aria-current="true">
                <bdi>{chosen}</bdi> <span aria-hidden="true">×</span>
              </a>
            </li>
          )}
          {first.map((word) => (
            <Word key={word.key} word={word} href={linkTo({ ...filter, [kind]: word.text })} />
          ))}
        </ul>
      )}
      {folded.length > 0 && (
        <details>
          <summary>{kind === 'style' ? say('More styles') : label}</summary>
          <ul class="words">
            {folded.map((word) => (
              <Word key={word.key} word={word} href={linkTo({ ...filter, [kind]: word.text })} />
            ))}
          </ul>
        </details>
      )}
    </nav>
  )
}

const Word = ({ word: { text, count }, href }: { word: BrowseWords['top'][number]; href: string }) => (
  <li>
    <a href={href}>
      <bdi>{text}</bdi> <span class="mono">{count}</span>
    </a>
  </li>
)

/** Links to the rack of a filter, or to another page of it. */
function linkTo({ style, place, ...rest }: Filter & { page?: string; show?: string }): string {
  const asked = Object.entries({ style, place, ...rest }).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${encodeURIComponent(text)}`],
  )
  return asked.length === 0 ? path : `${path}?${asked.join('&')}`
}

const nothingHere = () => inParts(say('Nothing here now. <a>All music</a>'), { a: (text) => <a href={path}>{text}</a> })

const PartHead = ({ id, title }: { id: string; title: string }) => (
  <header class="side-head">
    <h1 id={id}>{title}</h1>
    <p class="acts">
      <a class="key" href={path}>
        {say('All music')}
      </a>
    </p>
  </header>
)

const BoughtPage = ({ rack }: { rack: readonly RackTapeEntry[] }) => (
  <main id="main" class="world browse home wrap" data-pattern="soft-grain" tabIndex={-1}>
    <PartHead id="rack" title={say('Recently bought')} />
    <section class="shop" aria-labelledby="rack">
      {rack.length > 0 ? <Rack rack={rack} /> : <p class="empty">{nothingHere()}</p>}
    </section>
  </main>
)

const ArtistsPage = ({ index: { artists }, at }: { index: BrowseIndex; at: number }) => {
  const shown = artists.slice((at - 1) * artistsOnPage, at * artistsOnPage)
  return (
    <main id="main" class="world browse wrap" data-pattern="soft-grain" tabIndex={-1}>
      <PartHead id="artists" title={say('All artists')} />
      <Search q="" type="artists" />
      <section aria-labelledby="artists">
        {shown.length > 0 ? (
          <ul class="artists">
            {shown.map(({ id, handle, name, cassets, hasFirst }) => (
              <li key={id}>
                <a href={artistPath({ handle, hasFirst })} dir="auto">
                  {name}
                </a>
                {cassets > 1 && (
                  <span class="mono">
                    {say('{tapes, plural, one {# casset} other {# cassets}}', { tapes: cassets })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p class="empty">{at > 1 ? say('Nobody else.') : say('No music yet.')}</p>
        )}
        <Pages at={at} hasMore={at * artistsOnPage < artists.length} of={{ show: 'artists' }} />
      </section>
    </main>
  )
}

const Pages = ({ at, hasMore, of }: { at: number; hasMore: boolean; of: Filter & { show?: string } }) =>
  at === 1 && !hasMore ? null : (
    <nav class="acts" aria-label={say('Pages')}>
      {at > 1 && (
        <a class="key" href={linkTo({ ...of, page: String(at - 1) })}>
          {say('Back')}
        </a>
      )}
      {hasMore && (
        <a class="key" href={linkTo({ ...of, page: String(at + 1) })}>
          {say('More')}
        </a>
      )}
    </nav>
  )
