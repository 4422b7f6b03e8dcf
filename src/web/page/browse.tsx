import { inParts } from '../../../public/lib/in-parts.tsx'
import { type BrowseIndex, type BrowseWords, browseIndex } from '../../casset/browse/browse-index.ts'
import { surprise } from '../../casset/browse/surprise.ts'
import { listedEntries } from '../../casset/recent-cassets.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { wordKey } from '../../lib/music/styles.ts'
import { longest } from '../../lib/text/longest.ts'
import { artistPath, pagePath } from '../../lib/text/slug.ts'
import { optional, page, seeOther } from '../page.tsx'
import { Search } from '../parts/frame/search.tsx'
import { formHead } from '../parts/sign-up/form-layout.tsx'
import { Rack, type RackTapeEntry } from './home/page.tsx'
import { rackTape } from './home/route.tsx'

const path = '/browse'
const tapesOnPage = 24
const artistsOnPage = 120

const query = { style: longest.style, place: longest.location, page: 6 } as const

/** `/browse`: all artists, styles and places; with one of these, its cassets (rule: browse). */
export const browseRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: optional, query }, async ({ query: { style, place, page } }) => {
    const index = await browseIndex(ctx)
    const at = Math.max(1, Number.parseInt(page ?? '', 10) || 1)
    const asked = style ?? place
    if (asked === undefined) {
      const head = { ...formHead(say('All music'), say('All artists, styles and places'), path), isHidden: at > 1 }
      return { head, main: <BrowsePage index={index} at={at} /> }
    }
    const word = (style === undefined ? index.places : index.styles).byKey.get(wordKey(asked))
    const ids = word?.cassetIds.slice((at - 1) * tapesOnPage, at * tapesOnPage) ?? []
    const rack = listedEntries(ctx, ids).map((entry) => rackTape(ctx, entry))
    const kind = style === undefined ? 'place' : 'style'
    const text = word?.text ?? asked
    const head = { ...formHead(text, say('Music: {text}.', { text }), path), isHidden: true }
    const hasMore = at * tapesOnPage < (word?.cassetIds.length ?? 0)
    return { head, main: <WordPage kind={kind} text={text} rack={rack} at={at} hasMore={hasMore} /> }
  })

/** `/surprise`: redirects to the page of some public casset. */
export const surpriseRoute = (ctx: Ctx) =>
  page(ctx, { path: '/surprise', viewer: optional }, () => {
    const slug = surprise(ctx)
    return seeOther(slug === undefined ? '/' : pagePath(slug))
  })

const BrowsePage = ({ index: { artists, styles, places }, at }: { index: BrowseIndex; at: number }) => {
  const shown = artists.slice((at - 1) * artistsOnPage, at * artistsOnPage)
  return (
    <main id="main" class="world browse wrap" data-pattern="soft-grain" tabIndex={-1}>
      <header class="side-head">
        <h1>{say('All music')}</h1>
        <p class="acts">
          <a class="key" href="/surprise">
            {say('Surprise me')}
          </a>
        </p>
      </header>
      <Search q="" />
      {at === 1 && <Words id="styles" title={say('Styles')} kind="style" words={styles} />}
      {at === 1 && <Words id="places" title={say('Places')} kind="place" words={places} />}
      <section aria-labelledby="artists">
        <h2 id="artists">{say('Artists')}</h2>
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
          <p class="empty">
            {at > 1 ? say('Nobody else.') : say('No music yet.')} <a href="/">{say('Back to the newest')}</a>
          </p>
        )}
        <Pages at={at} hasMore={at * artistsOnPage < artists.length} of="" />
      </section>
    </main>
  )
}

type WordsProps = { id: string; title: string; kind: 'style' | 'place'; words: BrowseWords }

function Words({ id, title, kind, words }: WordsProps) {
  if (words.top.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="words">
        {words.top.map(({ key, text, count }) => (
          <li key={key}>
            <a href={`${path}?${kind}=${encodeURIComponent(text)}`}>
              <bdi>{text}</bdi> <span class="mono">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

type WordPageProps = {
  kind: 'style' | 'place'
  text: string
  rack: readonly RackTapeEntry[]
  at: number
  hasMore: boolean
}

const WordPage = ({ kind, text, rack, at, hasMore }: WordPageProps) => (
  <main id="main" class="world browse home wrap" data-pattern="soft-grain" tabIndex={-1}>
    <section class="shop" aria-labelledby="rack">
      <p class="eyebrow">
        <a href={path}>{say('All music')}</a> ·{' '}
        {kind === 'place' ? say('place ## where artists are') : say('style ## of music')}
      </p>
      <h1 id="rack" dir="auto">
        {text}
      </h1>
      {rack.length > 0 ? (
        <Rack rack={rack} />
      ) : (
        <p class="empty">
          {inParts(say('Nothing here now. <a>All artists, styles and places</a>'), {
            a: (text) => <a href={path}>{text}</a>,
          })}
        </p>
      )}
      <Pages at={at} hasMore={hasMore} of={`${kind}=${encodeURIComponent(text)}&`} />
    </section>
  </main>
)

const Pages = ({ at, hasMore, of }: { at: number; hasMore: boolean; of: string }) =>
  at === 1 && !hasMore ? null : (
    <nav class="acts" aria-label={say('Pages')}>
      {at > 1 && (
        <a class="key" href={`${path}?${of}page=${at - 1}`}>
          {say('Back')}
        </a>
      )}
      {hasMore && (
        <a class="key" href={`${path}?${of}page=${at + 1}`}>
          {say('More')}
        </a>
      )}
    </nav>
  )
