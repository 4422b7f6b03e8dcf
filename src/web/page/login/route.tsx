import LogIn from '../../../../public/islands/auth/log-in.tsx'
import type { Ctx } from '../../../context.ts'
import { island } from '../../island.tsx'
import { optional, page, seeOther } from '../../page.tsx'
import { FormLayout, formHead, nextPath, nextWord, withNext } from '../../parts/form-layout.tsx'

const LogInForm = island('auth/log-in', LogIn)

/** `/login`. Signed-in visitors are redirected at once. */
export const loginRoute = (ctx: Ctx) =>
  page(ctx, { path: '/login', viewer: optional, query: nextWord }, ({ viewer, query }) => {
    const next = nextPath(query.next)
    if (viewer) return seeOther(next)
    return {
      head: formHead('Sign in', 'Sign in to your account.', '/login'),
      main: <LoginPage next={next} signUpPath={withNext('/signup', next)} />,
    }
  })

/** The page to sign in. */
const LoginPage = ({ next, signUpPath }: { next: string; signUpPath: string }) => (
  <FormLayout
    title="Sign in"
    lead="Your tapes are where you left them."
    foot={
      <>
        New here? <a href={signUpPath}>Create an account</a>
      </>
    }
  >
    <LogInForm next={next} />
  </FormLayout>
)
