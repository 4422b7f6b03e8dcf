import type { Ctx } from '../../../context.ts'
import { optional, page, seeOther } from '../../page.tsx'
import { doorsOf } from '../../parts/doors.tsx'
import { formHead, nextPath, nextWord, withNext } from '../../parts/form-layout.tsx'
import { SignupPage } from './page.tsx'

/** `/signup`. Signed-in visitors are redirected at once. */
export const signupRoute = (ctx: Ctx) =>
  page(ctx, { path: '/signup', viewer: optional, query: nextWord }, ({ viewer, query }) => {
    const next = nextPath(query.next)
    if (viewer) return seeOther(next)
    return {
      head: formHead('Create your account', 'One account, one casset: your page, your music, your price.', '/signup'),
      main: (
        <SignupPage
          next={next}
          host={new URL(ctx.site.origin).host}
          registration={ctx.config.registration}
          loginPath={withNext('/login', next)}
          doors={doorsOf(ctx.config.providers)}
        />
      ),
    }
  })
