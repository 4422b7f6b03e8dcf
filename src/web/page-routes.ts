import type { Ctx } from '../context.ts'
import { pageRoutes } from './page.tsx'
import { pages } from './pages.ts'

export const allPages = (ctx: Ctx) => pageRoutes(ctx, pages)
