import GuestIsland from '../../../../public/islands/desk/guest.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { mayDo } from '../../../platform/http/session/desk-acts.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

/** `/desk/guest`: what is kept of somebody without an account, by their address. */
export const deskGuestRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk/guest', viewer: deskOnly('people') }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    const description = say('What is kept of somebody without an account.')
    return {
      head: studioHead(ctx, look, { title: say('Guests by address'), description, path: '/desk/people' }),
      main: <GuestPage look={look} canErase={mayDo(ctx, viewer, 'erase-guest', [])} />,
    }
  })

const Guest = island('desk/guest', GuestIsland)

const GuestPage = ({ look, canErase }: { look: Look; canErase: boolean }) => (
  <StudioLayout here="/desk/people" texture={look.texture} theme={look.theme}>
    <article class="jcard stored-card desk">
      <header>
        <h1>{say('Guests by address')}</h1>
        <p>
          {say(
            'Whoever bought or wrote here without an account may ask what is kept of them, and have it erased. Make sure first that the address is theirs: answer to it.',
          )}
        </p>
      </header>
      <Guest canErase={canErase} />
    </article>
  </StudioLayout>
)
