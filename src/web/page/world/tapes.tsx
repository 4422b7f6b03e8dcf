import { artistByHandle } from '../../../account/handle/artist-by-handle.ts'
import { alsoOn, mostAlsoOn } from '../../../casset/credit/also-on.ts'
import { publicTapes } from '../../../casset/read-tapes.ts'
import type { RackEntry } from '../../../casset/recent-cassets.ts'
import type { Tape } from '../../../casset/shape.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { optional, page } from '../../page.tsx'
import { AlsoOn, Sleeves } from './shelf.tsx'

/** `/@handle/tapes`: all public tapes of an artist, the newest first (rule: tapes). */
export const worldTapesRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/tapes', viewer: optional }, ({ params }) => {
    const artist = artistByHandle(ctx, params.handle ?? '')
    const tapes = artist ? publicTapes(ctx, artist) : []
    if (!artist || tapes.length === 0) throw notFound('page')
    const { handle, displayName } = artist
    return {
      head: {
        title: say('Cassets by {displayName}', { displayName }),
        description: say('{tapes, plural, one {# casset} other {# cassets}} by {displayName}, the newest first.', {
          tapes: tapes.length,
          displayName,
        }),
        path: `/@${handle}/tapes`,
      },
      main: <TapesPage {...{ handle, displayName, tapes }} also={alsoOn(ctx, artist.id, mostAlsoOn)} />,
    }
  })

type TapesPageProps = { handle: string; displayName: string; tapes: readonly Tape[]; also: readonly RackEntry[] }

const TapesPage = ({ handle, displayName, tapes, also }: TapesPageProps) => (
  <main id="main" class="world wrap" data-pattern="soft-grain" tabIndex={-1}>
    <article class="jcard clip-card">
      <header>
        <h1 dir="auto">{displayName}</h1>
        <p>{say('{tapes, plural, one {# casset} other {# cassets}}, the newest first.', { tapes: tapes.length })}</p>
      </header>
      <section class="made-of-it" aria-label={say('Cassets')}>
        <Sleeves tapes={tapes} />
      </section>
      <AlsoOn tapes={also} handle={handle} />
    </article>
  </main>
)
