import type { Ctx } from '../../../context.ts'
import { optional, page, seeOther } from '../../page.tsx'
import { nextPath, nextWord } from '../../parts/form-layout.tsx'
import { LoginPage, loginHead } from './page.tsx'

/** `/login`. Signed-in visitors are redirected at once. */
export const loginRoute = (ctx: Ctx) =>
  page(ctx, { path: '/login', viewer: optional, query: nextWord }, ({ viewer, query }) => {
    const next = nextPath(query.next)
    return viewer ? seeOther(next) : { head: loginHead(), main: <LoginPage next={next} /> }
  })
