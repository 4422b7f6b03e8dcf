import type { Ctx } from '../../../context.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/form-layout.tsx'
import { LibraryPage } from './page.tsx'
import { readShelf } from './view.ts'

/** `/library`: the viewer's collected cassets. */
export const libraryRoute = (ctx: Ctx) =>
  page(ctx, { path: '/library', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => ({
    head: formHead('Library', 'Every casset you collected.', '/library'),
    main: <LibraryPage {...readShelf(ctx, viewer, cursor)} isTurned={cursor !== undefined} />,
  }))
