import { CoverImage, DrawnSleeve } from '../../../../public/lib/sleeve.tsx'
import type { RackEntry } from '../../../casset/recent-cassets.ts'
import type { Tape } from '../../../casset/shape.ts'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { tapeKinds } from '../../../lib/music/tape.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import type { Choice } from '../../parts/choices.tsx'
import type { Media } from '../../parts/tape-view.ts'

/** How many other tapes lie below a tape's page; all of them have a page of their own. */
export const shelfTapes = 6

type ShelfProps = { media: Media; everything: Choice | null }

export const Shelf = ({ media: { artist, tapes }, everything }: ShelfProps) =>
  tapes.length === 0 ? null : (
    <section class="made-of-it" aria-labelledby="tapes">
      <div class="side-head">
        <h2 id="tapes">{say('More by {displayName}', { displayName: artist.displayName })}</h2>
      </div>
      <Sleeves tapes={tapes.slice(0, shelfTapes)} />
      <div class="acts">
        {tapes.length > shelfTapes && (
          <a class="key" href={`/@${artist.handle}/tapes`}>
            {say('All cassets')}
          </a>
        )}
        {everything && (
          <a class="key" href={`/checkout/${everything.path}`}>
            {say('{name} for {price}', { name: everything.name, price: priceTag(everything.price) })}
          </a>
        )}
      </div>
    </section>
  )

export const AlsoCollected = ({ also }: { also: readonly RackEntry[] }) =>
  also.length === 0 ? null : (
    <section class="made-of-it" aria-labelledby="also">
      <div class="side-head">
        <h2 id="also">{say('Others also bought')}</h2>
      </div>
      <OthersSleeves tapes={also} />
    </section>
  )

type AlsoOnProps = { tapes: readonly RackEntry[]; handle: string; most?: number }

/** Cassets of others that name the artist (rule: credited-accounts), `most` of them. */
export const AlsoOn = ({ tapes, handle, most = tapes.length }: AlsoOnProps) =>
  tapes.length === 0 ? null : (
    <section class="made-of-it" aria-labelledby="also-on">
      <div class="side-head">
        <h2 id="also-on">{say('Also on ## above cassets of others')}</h2>
      </div>
      <OthersSleeves tapes={tapes.slice(0, most)} />
      {tapes.length > most && (
        <div class="acts">
          <a class="key" href={`/@${handle}/tapes#also-on`}>
            {say('Show all')}
          </a>
        </div>
      )}
    </section>
  )

const OthersSleeves = ({ tapes }: { tapes: readonly RackEntry[] }) => (
  <ul class="clips sleeves">
    {tapes.map(({ handle, displayName, name, price, cover }) => (
      <li key={handle}>
        <a href={pagePath(handle)}>
          {cover ? <CoverImage cover={cover} alt="" sizes="11rem" /> : <DrawnSleeve name={name} />}
          <b dir="auto">{name}</b>
        </a>
        <p class="mono">
          <bdi>{displayName}</bdi>
          {'\u00a0· '}
          {priceTag(price)}
        </p>
      </li>
    ))}
  </ul>
)

export const Sleeves = ({ tapes }: { tapes: readonly Tape[] }) => (
  <ul class="clips sleeves">
    {tapes.map(({ slug, name, kind, releasedOn, price, cover }) => (
      <li key={slug}>
        <a href={pagePath(slug)}>
          {cover ? <CoverImage cover={cover} alt="" sizes="11rem" /> : <DrawnSleeve name={name} />}
          <b dir="auto">{name}</b>
        </a>
        <p class="mono">
          {[tapeKinds()[kind], releasedOn?.slice(0, 4), priceTag(price)].filter(Boolean).join('\u00a0· ')}
        </p>
      </li>
    ))}
  </ul>
)
