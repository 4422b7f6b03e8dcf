import type { Ctx } from '../../../context.ts'
import { page, required, seeOther } from '../../page.tsx'
import { homeOf } from '../../parts/studio/studio-rooms.ts'

/** `/start`: leads artists to the studio and listeners to their library. */
export const startRoute = (ctx: Ctx) =>
  page(ctx, { path: '/start', viewer: required }, ({ viewer }) => seeOther(homeOf(viewer)))
