import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../../../context.ts'
import { listGifts } from '../../../money/gift/gift.ts'
import { listHeldLicenses } from '../../../release/license/list-held.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/form-layout.tsx'
import { LibraryPage } from './page.tsx'
import { readShelf, readSingles } from './view.ts'

const giftsShown = 50

/** `/library`: the viewer's collected cassets. */
export const libraryRoute = (ctx: Ctx) =>
  page(ctx, { path: '/library', viewer: required, query: { cursor: 200 } }, async ({ viewer, query: { cursor } }) => {
    const shelf = readShelf(ctx, viewer, cursor)
    const licenses = cursor === undefined ? listHeldLicenses(ctx, viewer.userId) : []
    const { gifts } = cursor === undefined ? listGifts(ctx, viewer, giftsShown) : { gifts: [] }
    const singles = cursor === undefined ? readSingles(ctx, viewer) : []
    // Other requests are served between reading the tapes and drawing them.
    await setImmediate()
    return {
      head: formHead('Library', 'Every casset you collected.', '/library'),
      main: (
        <LibraryPage
          {...shelf}
          singles={singles}
          licenses={licenses}
          gifts={gifts}
          hasMail={ctx.mailer !== undefined}
          isTurned={cursor !== undefined}
        />
      ),
    }
  })
