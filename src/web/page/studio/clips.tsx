import ClipsIsland, { type StudioClip } from '../../../../public/islands/studio/clips/clips.tsx'
import type { Ctx } from '../../../context.ts'
import { listForArtist } from '../../../drop/submission/list-submissions.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

const clipsOnPage = 24

const isStatus = (word: string): word is keyof ReturnType<typeof clipLists> => Object.hasOwn(clipLists(), word)

/** `/studio/clips`: clips that people made of the artist's hooks. */
export const studioClipsRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/clips', viewer: required, query: { cursor: 200, status: 20 } },
    ({ viewer, query: { cursor, status: asked = 'PENDING' } }) => {
      const look = ownLook(ctx, viewer)
      const status = isStatus(asked) ? asked : 'PENDING'
      const { submissions, nextCursor } = listForArtist(ctx, viewer, status, clipsOnPage, cursor)
      const description = say('What people made from your hooks.')
      return {
        head: studioHead(ctx, look, { title: say('Clips'), description, path: '/studio/clips' }),
        main: <StudioClipsPage look={look} status={status} clips={submissions} nextCursor={nextCursor} />,
      }
    },
  )

const Clips = island('studio/clips/clips', ClipsIsland)

const clipLists = () =>
  ({
    PENDING: {
      name: say('Waiting'),
      empty: say('Nothing is waiting for you. Clips that people make from your hooks arrive here.'),
    },
    ACCEPTED: { name: say('On your page'), empty: say('No clip is on your page yet.') },
    REJECTED: { name: say('Rejected'), empty: say('You have rejected none.') },
  }) as const

type StudioClipsPageProps = {
  look: Look
  status: StudioClip['status']
  clips: readonly StudioClip[]
  nextCursor: string | null
}

const StudioClipsPage = ({ look, status, clips, nextCursor }: StudioClipsPageProps) => (
  <StudioLayout here="/studio/clips" texture={look.texture} theme={look.theme}>
    <article class="jcard clip-card">
      <header>
        <h1>{say('Clips')}</h1>
        <p class="hint">
          {say(
            'What people made from your hooks. Nobody else sees a clip before you accept it, unless it is in one of your drops.',
          )}
        </p>
      </header>
      <nav class="spans" aria-label={say('Lists')}>
        {(['PENDING', 'ACCEPTED', 'REJECTED'] as const).map((each) => (
          <a key={each} href={`/studio/clips?status=${each}`} aria-current={each === status ? 'page' : undefined}>
            {clipLists()[each].name}
          </a>
        ))}
      </nav>
      <section aria-labelledby="clips">
        <h2 id="clips" tabIndex={-1}>
          {clipLists()[status].name}
        </h2>
        <Clips clips={clips} empty={clipLists()[status].empty} />
        <ShowOlder path="/studio/clips" cursor={nextCursor} query={{ status }} />
      </section>
    </article>
  </StudioLayout>
)
