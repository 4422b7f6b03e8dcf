import ClockIsland from '../../../public/islands/drop/clock.tsx'
import { Day } from '../../../public/lib/day.tsx'
import { inParts } from '../../../public/lib/in-parts.tsx'
import { CoverImage, DrawnSleeve } from '../../../public/lib/sleeve.tsx'
import PlayTape from '../../../public/player/play-tape.tsx'
import { listedById, type RackEntry } from '../../casset/recent-cassets.ts'
import type { Ctx } from '../../context.ts'
import { listDrops } from '../../drop/view/list-drops.ts'
import type { Campaign } from '../../drop/view/model.ts'
import { say } from '../../lib/language/say.ts'
import { byText } from '../../lib/music/by.ts'
import { island } from '../document/island.tsx'
import { tintClass } from '../document/theme.ts'
import { optional, page } from '../page.tsx'
import { ShowOlder } from '../parts/show-older.tsx'
import { stateLabels, sumsText } from './drop/labels.ts'
import { type RackTapeEntry, rackToTape } from './home/page.tsx'
import { rackTape } from './home/route.tsx'

const dropsOnPage = 24

/** `/drops`: the drops of all artists. */
export const dropsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/drops', viewer: optional, query: { cursor: 200 } }, ({ query: { cursor } }) => {
    const { campaigns, nextCursor } = listDrops(ctx, null, {}, dropsOnPage, cursor)
    const isFirst = cursor === undefined
    // Between its end and the choice of its winners a drop accepts no more clips.
    const isOpen = ({ state, endsAt }: Campaign) => state === 'OPEN' && Date.parse(endsAt) >= ctx.now()
    // Open drops are few and end soon: the first page has them, however old they are.
    const listed = isFirst ? listDrops(ctx, null, { state: 'OPEN' }, dropsOnPage).campaigns : campaigns
    const open = listed.filter(isOpen)
    const over = campaigns.filter((drop) => !isOpen(drop))
    const tapes = listedById(
      ctx,
      [...open, ...over].map(({ casset }) => casset.id),
    )
    return {
      head: {
        title: say('Drops'),
        description: say('Make a clip of a hook, gather likes, and win a part of the prize.'),
        path: '/drops',
        sheet: 'drops',
      },
      main: (
        <DropsPage
          open={open.map((drop) => onTape(drop, tapes, (entry) => rackTape(ctx, entry)))}
          over={over.map((drop) => onTape(drop, tapes, (entry) => entry))}
          isFirst={isFirst}
          nextCursor={nextCursor}
          nowMs={ctx.now()}
        />
      ),
    }
  })

/** A drop beside its tape, which is null when it was hidden in this very moment. */
type OnTape<Tape> = { drop: Campaign; tape: Tape | null }

function onTape<Tape>(
  drop: Campaign,
  tapes: ReadonlyMap<string, RackEntry>,
  shown: (entry: RackEntry) => Tape,
): OnTape<Tape> {
  const entry = tapes.get(drop.casset.id)
  return { drop, tape: entry ? shown(entry) : null }
}

type DropsPageProps = {
  open: readonly OnTape<RackTapeEntry>[]
  over: readonly OnTape<RackEntry>[]
  isFirst: boolean
  nextCursor: string | null
  nowMs: number
}

const DropsPage = ({ open, over, isFirst, nextCursor, nowMs }: DropsPageProps) => (
  <main id="main" class="world drops wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard">
      <header>
        <h1>{say('Drops')}</h1>
        <p>
          {say(
            'A drop is a contest: an artist puts up a prize. Make a clip of their hook, the best 30 seconds of a track, gather likes, and win a part of it.',
          )}
        </p>
      </header>
      {(open.length > 0 || isFirst) && (
        <section aria-labelledby="open-drops">
          <h2 id="open-drops">{say('Open now')}</h2>
          {open.length > 0 ? (
            <ul class="open-drops">
              {open.map((each) => (
                <OpenDrop key={each.drop.id} {...each} nowMs={nowMs} />
              ))}
            </ul>
          ) : (
            <p class="empty">
              {inParts(say('No drop is open. Make music? <a>Start a drop yourself</a>'), {
                a: (text) => <a href="/studio/drops">{text}</a>,
              })}
            </p>
          )}
        </section>
      )}
      {over.length > 0 && (
        <section aria-labelledby="over-drops">
          <h2 id="over-drops">{say('Before ## drops that are over')}</h2>
          <ul class="rows drop-list past">
            {over.map((each) => (
              <PastDrop key={each.drop.id} {...each} />
            ))}
          </ul>
        </section>
      )}
      <ShowOlder path="/drops" cursor={nextCursor} />
    </article>
  </main>
)

const Clock = island('drop/clock', ClockIsland)
const Play = island('player/play-tape', PlayTape, 'visible')

const clipsText = (clips: number) => say('{clips, plural, one {# clip} other {# clips}}', { clips })

const Picture = ({ tape, sizes }: { tape: RackEntry | null; sizes: string }) =>
  tape?.cover ? <CoverImage cover={tape.cover} alt="" sizes={sizes} /> : <DrawnSleeve name={tape?.name ?? ''} />

function OpenDrop({ drop, tape, nowMs }: OnTape<RackTapeEntry> & { nowMs: number }) {
  const { id, title, artist, casset, hook, prize, endsAt, entries, winners } = drop
  return (
    <li class={tape ? tintClass(tape.hueSource) : undefined}>
      <div class="pic">
        <Picture tape={tape} sizes="(width < 46rem) 32vw, 14rem" />
        {tape && hook.trackId !== null && hook.title !== null && (
          <span class="press">
            <Play tape={rackToTape(tape)} from={{ id: hook.trackId, title: hook.title }} />
          </span>
        )}
      </div>
      <div class="about">
        <p class="prize">{prize.length > 0 ? say('{sums} to win', { sums: sumsText(prize) }) : say('No prize yet')}</p>
        <h3>
          <a href={`/drops/${id}`} dir="auto">
            {title}
          </a>
        </h3>
        <p class="hand" dir="auto">
          {say('{name} by {artist}', {
            name: hook.title ?? casset.name,
            artist: byText(hook.by ?? [], artist.displayName),
          })}
        </p>
        <p class="state mono">
          <Clock endsAt={endsAt} nowMs={nowMs} />
          <span>{entries === 0 ? say('No clips yet: the first one leads') : clipsText(entries)}</span>
          <span>{say('{winners, plural, one {# winner} other {# winners}}', { winners })}</span>
        </p>
        <p class="acts">
          <a class="key go" href={`/drops/${id}`} aria-label={say('Take part in {title}', { title })}>
            {say('Take part')}
          </a>
        </p>
      </div>
    </li>
  )
}

const stateText = (state: Campaign['state']) =>
  state === 'OPEN' ? say('winners are being chosen') : stateLabels()[state]

const PastDrop = ({
  drop: { id, title, artist, prize, endsAt, closedAt, entries, state },
  tape,
}: OnTape<RackEntry>) => (
  <li>
    <Picture tape={tape} sizes="5rem" />
    <a class="tap" href={`/drops/${id}`} dir="auto">
      {title}
    </a>
    <b class="mono">{sumsText(prize)}</b>
    <p class="mono">
      <span dir="auto">{artist.displayName}</span> · {clipsText(entries)} · {stateText(state)} ·{' '}
      <Day iso={closedAt ?? endsAt} />
    </p>
  </li>
)
