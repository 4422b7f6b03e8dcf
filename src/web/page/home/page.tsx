import FillingIsland from '../../../../public/islands/filling.tsx'
import { Cassette } from '../../../../public/lib/cassette.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { CoverImage, DrawnSleeve } from '../../../../public/lib/sleeve.tsx'
import PlayTape from '../../../../public/player/play-tape.tsx'
import type { Tape } from '../../../../public/player/state.ts'
import type { RackEntry } from '../../../casset/recent-cassets.ts'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { island } from '../../document/island.tsx'
import { hueOf, tintClass } from '../../document/theme.ts'
import { Search } from '../../parts/frame/search.tsx'

const PlayKey = island('player/play-tape', PlayTape, 'visible')
const Filling = island('filling', FillingIsland)

/** `daysAgo`: when it was bought, where that is shown. */
export type RackTapeEntry = RackEntry & { canCollect: boolean; daysAgo?: number }

export const rackToTape = ({ handle, displayName, name, hueSource, cover, canCollect }: RackTapeEntry): Tape => ({
  handle,
  artist: displayName,
  name,
  ...hueOf(hueSource),
  art: cover?.url ?? null,
  canCollect,
})

type HomePageProps = {
  rack: readonly RackTapeEntry[]
  bought: readonly RackTapeEntry[]
  isSignedIn: boolean
  canJoin: boolean
  isFilling: boolean
  /** The number of drops that accept clips now; counting stops at a handful. */
  openDrops: number
}

export const HomePage = ({ rack, bought, isSignedIn, canJoin, isFilling, openDrops }: HomePageProps) => (
  <main
    id="main"
    class="world home wrap"
    data-pattern="soft-grain"
    data-revision={isFilling ? rack.map(({ handle, cover }) => `${handle} ${cover?.url}`).join(' ') : undefined}
    tabIndex={-1}
  >
    <section class="hero" aria-labelledby="headline">
      <div class="pitch">
        <h1 id="headline">
          {inParts(say('Press play. <span>Keep the tape.</span>'), { span: (text) => <span>{text}</span> })}
        </h1>
        <p>
          {say(
            'Albums straight from the artist, called cassets here. Hear the best 30 seconds of each track and buy what you love: it is yours to play and download.',
          )}
        </p>
        <div class="acts">
          {rack[0] && <PlayKey tape={rackToTape(rack[0])} label={say('Play the newest')} />}
          {openDrops > 0 && (
            <a class="key" href="/drops">
              {openDrops === 1 ? say('Win a prize: make a clip') : say('Win prizes: make clips')}
            </a>
          )}
          {!isSignedIn && canJoin && (
            <a class="key" href="/signup?as=artist">
              {say('Publish your music')}
            </a>
          )}
        </div>
        <Search q="" />
      </div>
      <Table rack={rack.slice(0, 3)} />
    </section>
    <section class="shop" aria-labelledby="rack">
      <h2 id="rack">{say('New')}</h2>
      {isFilling && (
        <Filling text={say('These cassets are being recorded right now: their music appears as it is ready.')} />
      )}
      {rack.length > 0 ? (
        <Rack rack={rack} />
      ) : (
        <p class="empty">
          {inParts(say('No music yet. <a>Publish the first album</a>'), {
            a: (text) => <a href={isSignedIn || !canJoin ? '/studio' : '/signup?as=artist'}>{text}</a>,
          })}
        </p>
      )}
      {rack.length > 0 && (
        <p class="acts">
          <a class="key" href="/browse">
            {say('Explore')}
          </a>
          <a class="key" href="/surprise">
            {say('Surprise me')}
          </a>
        </p>
      )}
    </section>
    {bought.length > 0 && (
      <section class="shop" aria-labelledby="bought">
        <h2 id="bought">{say('Recently bought')}</h2>
        <Rack rack={bought} />
      </section>
    )}
  </main>
)

export const Rack = ({ rack }: { rack: readonly RackTapeEntry[] }) => (
  <ul class="rack">
    {rack.map((entry) => (
      <RackTape key={entry.handle} entry={entry} />
    ))}
  </ul>
)

const Table = ({ rack }: { rack: readonly RackEntry[] }) => (
  <div class="table" aria-hidden="true">
    {rack.length === 0 && <Cassette />}
    {rack.toReversed().map((entry) => (
      <div key={entry.handle} class={`lying ${tintClass(entry.hueSource)}`}>
        <Labelled entry={entry} />
      </div>
    ))}
    <Pencil />
  </div>
)

const Labelled = ({ entry }: { entry: RackEntry }) => (
  <Cassette title={entry.name} imprint={entry.displayName} handle={entry.handle} />
)

function RackTape({ entry }: { entry: RackTapeEntry }) {
  const { handle, displayName, name, price, hueSource, cover, daysAgo } = entry
  return (
    <li class={tintClass(hueSource)}>
      <a href={pagePath(handle)}>
        <span class="case">
          {cover ? (
            <CoverImage cover={cover} alt="" sizes="(width < 32rem) 32vw, 16rem" />
          ) : (
            <DrawnSleeve name={name} />
          )}
          <Labelled entry={entry} />
        </span>
        <span class="card">
          <b dir="auto">{displayName}</b>
          <span class="sr">{', '}</span>
          {name !== displayName && (
            <span class="hand" dir="auto">
              {name}
            </span>
          )}
          {daysAgo !== undefined && <span class="mono">{boughtText(daysAgo)}</span>}
        </span>
      </a>
      <span class="tag small">{priceTag(price)}</span>
      <span class="press">
        <PlayKey tape={rackToTape(entry)} />
      </span>
    </li>
  )
}

const boughtText = (days: number): string =>
  say('{days, plural, =0 {bought today} =1 {bought yesterday} other {bought # days ago}}', { days })

const Pencil = () => (
  <svg class="pencil" viewBox="0 0 420 30" aria-hidden="true">
    <path class="rubber" d="M0 7q0-4 5-4h21v24H5q-5 0-5-4z" />
    <path class="ferrule" d="M26 3h26v24H26z" />
    <path class="wood" d="M52 3h306v24H52z" />
    <path class="shade" d="M52 19h306v8H52zM52 3h306v5H52z" />
    <path class="point" d="M358 3l50 12-50 12z" />
    <path class="lead" d="M393 11.4l22 3.6-22 3.6z" />
  </svg>
)
