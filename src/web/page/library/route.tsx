import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../../../context.ts'
import { listHeldLicenses } from '../../../release/license/list-held.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/form-layout.tsx'
import { LibraryPage } from './page.tsx'
import { readShelf } from './view.ts'

/** `/library`: the viewer's collected cassets. */
export const libraryRoute = (ctx: Ctx) =>
  page(ctx, { path: '/library', viewer: required, query: { cursor: 200 } }, async ({ viewer, query: { cursor } }) => {
    const shelf = readShelf(ctx, viewer, cursor)
    const licenses = cursor === undefined ? listHeldLicenses(ctx, viewer.userId) : []
    // Other requests are served between reading the tapes and drawing them.
    await setImmediate()
    return {
      head: formHead('Library', 'Every casset you collected.', '/library'),
      main: <LibraryPage {...shelf} licenses={licenses} isTurned={cursor !== undefined} />,
    }
  })
