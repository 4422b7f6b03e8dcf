import type { Ctx } from '../../../context.ts'
import { page, required } from '../../page.tsx'
import { gateHead } from '../../parts/gate.tsx'
import { LibraryPage } from './page.tsx'
import { readShelf } from './view.ts'

/** `/library`: what was collected. */
export const libraryRoute = (ctx: Ctx) =>
  page(ctx, { path: '/library', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => ({
    head: gateHead('Library', 'Every casset you collected.', '/library'),
    main: <LibraryPage {...readShelf(ctx, viewer, cursor)} isTurned={cursor !== undefined} />,
  }))
