import type { Ctx } from '../../../context.ts'
import { mailingListWords } from '../../../lib/mailing-list-words.ts'
import { countOnList } from '../../../money/mailing-list/own-list.ts'
import { page, required } from '../../page.tsx'
import { ownLook, studioHead } from '../../parts/studio-layout.tsx'
import { StudioMailingListPage } from './page.tsx'

const path = '/studio/mailing-list'

/** `/studio/mailing-list`: how many let the artist write to them, and their addresses as a file. */
export const studioMailingListRoute = (ctx: Ctx) =>
  page(ctx, { path, viewer: required }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    return {
      head: studioHead(ctx, look, { title: 'Mailing list', description: 'Who wants news from you.', path }),
      main: (
        <StudioMailingListPage
          look={look}
          count={countOnList(ctx, viewer.artistId)}
          words={mailingListWords(viewer.displayName)}
        />
      ),
    }
  })
