import HelpersIsland, { type HelpersProps } from '../../../../public/islands/desk/staff.tsx'
import { listHelpers } from '../../../account/staff/staff.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { deskOnly, page } from '../../page.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../parts/studio/studio-layout.tsx'

/** `/desk/helpers`: the people who help at the desk, for the owner of the instance. */
export const deskStaffRoute = (ctx: Ctx) =>
  page(ctx, { path: '/desk/helpers', viewer: deskOnly('helpers') }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    const description = say('Who helps you to run this site.')
    return {
      head: studioHead(ctx, look, { title: say('Helpers'), description, path: '/desk/helpers' }),
      main: <HelpersPage look={look} helpers={listHelpers(ctx)} />,
    }
  })

const Helpers = island('desk/staff', HelpersIsland)

const HelpersPage = ({ look, ...list }: HelpersProps & { look: Look }) => (
  <StudioLayout here="/desk/helpers" texture={look.texture} theme={look.theme}>
    <article class="jcard codes-card">
      <header>
        <h1>{say('Helpers')}</h1>
        <p>{say('People whom you let do a part of the work at the desk. They sign in with accounts of their own.')}</p>
      </header>
      <Helpers {...list} />
    </article>
  </StudioLayout>
)
