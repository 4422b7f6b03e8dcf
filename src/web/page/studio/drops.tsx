import NewDropIsland, { type TrackChoice } from '../../../../public/islands/studio/drops/new-drop.tsx'
import { Day } from '../../../../public/lib/day.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { listDrops } from '../../../drop/view/list-drops.ts'
import type { Campaign } from '../../../drop/view/model.ts'
import { say } from '../../../lib/language/say.ts'
import { longestSlug } from '../../../lib/text/slug.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { ownMedia, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'
import { type Media, readyHooks } from '../../parts/tape-view.ts'
import { stateLabels, sumsText } from '../drop/labels.ts'

const dropsOnPage = 24
const query = { cursor: 200, casset: longestSlug } as const

/** `/studio/drops`: the artist's drops; with `casset`, another is made of that tape. */
export const studioDropsRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/drops', viewer: required, query }, ({ viewer, query: { cursor, casset } }) => {
    const media = ownMedia(ctx, viewer, casset)
    const { campaigns, nextCursor } = listDrops(ctx, viewer, { handle: viewer.handle }, dropsOnPage, cursor)
    const description = say('Start a contest for clips of your hooks.')
    const tracks = readyHooks(media)
    return {
      head: studioHead(ctx, media, { title: say('Drops'), description, path: '/studio/drops' }),
      main: <StudioDropsPage media={media} drops={campaigns} nextCursor={nextCursor} tracks={tracks} />,
    }
  })

const NewDrop = island('studio/drops/new-drop', NewDropIsland)

type StudioDropsPageProps = {
  media: Media
  drops: readonly Campaign[]
  nextCursor: string | null
  tracks: readonly TrackChoice[]
}

const StudioDropsPage = ({ media, drops, nextCursor, tracks }: StudioDropsPageProps) => (
  <StudioLayout here="/studio/drops" texture={media.texture} theme={media.theme}>
    <article class="jcard drops">
      <header>
        <h1>{say('Drops')}</h1>
        <p>
          {say(
            'A drop is a contest with prize money for the best clips of one of your hooks. Until you pay the winners, the prize lies on the account of this site at the payment processor. If the drop is cancelled, you get it back less the processor’s fee.',
          )}
        </p>
      </header>
      <section aria-labelledby="your-drops">
        <h2 id="your-drops">{say('Your drops')}</h2>
        {drops.length > 0 ? (
          <ul class="rows drop-list">
            {drops.map(({ id, title, state, prize, entries, endsAt }) => (
              <li key={id}>
                <a class="tap" href={`/studio/drops/${id}`} dir="auto">
                  {title}
                </a>
                <b class="mono">{sumsText(prize)}</b>
                <p class="mono">
                  {stateLabels()[state]} · {say('{clips, plural, one {# clip} other {# clips}}', { clips: entries })} ·{' '}
                  {inParts(say('ends <day></day> ## when a drop ends'), { day: () => <Day iso={endsAt} /> })}
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <p class="empty">{say('No drop yet. Make your first one here.')}</p>
        )}
        <ShowOlder path="/studio/drops" cursor={nextCursor} />
      </section>
      <section aria-labelledby="new-drop">
        <h2 id="new-drop">{say('A new drop')}</h2>
        {tracks.length > 0 ? (
          <NewDrop tracks={tracks} drop={null} />
        ) : (
          <p class="empty">
            {inParts(say('A drop is of a hook. <a>Upload a track first</a>'), {
              a: (text) => <a href="/studio">{text}</a>,
            })}
          </p>
        )}
      </section>
    </article>
  </StudioLayout>
)
