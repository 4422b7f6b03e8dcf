import LogIn from '../../../../public/islands/auth/log-in.tsx'
import type { Ctx } from '../../../context.ts'
import { island } from '../../island.tsx'
import { optional, page, seeOther } from '../../page.tsx'
import { Gate, gateHead, nextPath, nextWord, withNext } from '../../parts/gate.tsx'

const LogInForm = island('auth/log-in', LogIn)

/** `/login`. Whoever is signed in goes on at once. */
export const loginRoute = (ctx: Ctx) =>
  page(ctx, { path: '/login', viewer: optional, query: nextWord }, ({ viewer, query }) => {
    const next = nextPath(query.next)
    if (viewer) return seeOther(next)
    return {
      head: gateHead('Sign in', 'Sign in to your deck.', '/login'),
      main: <LoginPage next={next} signUpPath={withNext('/signup', next)} />,
    }
  })

/** Signing in. */
const LoginPage = ({ next, signUpPath }: { next: string; signUpPath: string }) => (
  <Gate
    title="Back to the deck"
    lead="Sign in, and the tape goes on where you left it."
    foot={
      <>
        No casset of your own yet? <a href={signUpPath}>Record one</a>
      </>
    }
  >
    <LogInForm next={next} />
  </Gate>
)
