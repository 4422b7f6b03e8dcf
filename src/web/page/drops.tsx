import { Day } from '../../../public/lib/day.tsx'
import { inParts } from '../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../context.ts'
import { listDrops } from '../../drop/view/list-drops.ts'
import type { Campaign } from '../../drop/view/model.ts'
import { say } from '../../lib/language/say.ts'
import { optional, page } from '../page.tsx'
import { ShowOlder } from '../parts/show-older.tsx'
import { stateLabels, sumsText } from './drop/labels.ts'

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
    return {
      head: {
        title: say('Drops'),
        description: say('Make a clip of a hook, gather likes, and win a part of the prize.'),
        path: '/drops',
        sheet: 'forms',
      },
      main: <DropsPage open={open} over={over} isFirst={isFirst} nextCursor={nextCursor} />,
    }
  })

type DropsPageProps = {
  open: readonly Campaign[]
  over: readonly Campaign[]
  isFirst: boolean
  nextCursor: string | null
}

/** All drops, those that accept clips first. */
const DropsPage = ({ open, over, isFirst, nextCursor }: DropsPageProps) => (
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
            <List drops={open} isOpen />
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
          <List drops={over} />
        </section>
      )}
      <ShowOlder path="/drops" cursor={nextCursor} />
    </article>
  </main>
)

const stateText = (state: Campaign['state']) =>
  state === 'OPEN' ? say('winners are being chosen') : stateLabels()[state]

const clipsText = (clips: number) => say('{clips, plural, one {# clip} other {# clips}}', { clips })

const List = ({ drops, isOpen = false }: { drops: readonly Campaign[]; isOpen?: boolean }) => (
  <ul class="rows drop-list">
    {drops.map(({ id, title, artist, prize, endsAt, entries, state }) => (
      <li key={id}>
        <a href={`/drops/${id}`} dir="auto">
          {title}
        </a>
        <b class="mono">{sumsText(prize)}</b>
        <p class="mono">
          <span dir="auto">{artist.displayName}</span> · {clipsText(entries)} ·{' '}
          {isOpen
            ? inParts(say('ends <day></day> ## when a drop ends'), { day: () => <Day iso={endsAt} /> })
            : stateText(state)}
        </p>
      </li>
    ))}
  </ul>
)
