import Join, { type JoinProps } from '../../../public/islands/auth/join.tsx'
import { providerOf } from '../../account/identity/connect.ts'
import { browserOf } from '../../account/identity/flow-cookie.ts'
import { pendingOf, suggestHandle } from '../../account/identity/pending.ts'
import type { Ctx } from '../../context.ts'
import { afterSignIn } from '../../lib/after-sign-in.ts'
import { island } from '../island.tsx'
import { optional, page, seeOther } from '../page.tsx'
import { FormLayout, formHead } from '../parts/form-layout.tsx'

/**
 * `/signup/join`: where a new user from a provider chooses a name. All others are redirected to
 * sign in.
 */
export const signupJoinRoute = (ctx: Ctx) =>
  page(ctx, { path: '/signup/join', viewer: optional }, ({ viewer, request }) => {
    const pending = pendingOf(ctx, browserOf(request))
    if (viewer || !pending) return seeOther(viewer ? afterSignIn : '/login')
    const { provider, email, displayName } = pending
    const props = {
      email,
      displayName,
      handle: suggestHandle(ctx, pending),
      host: new URL(ctx.site.origin).host,
      isArtist: pending.next === '/studio',
      label: providerOf(ctx, provider).label,
    }
    return {
      head: formHead('Create your account', 'One last step.', '/signup/join'),
      main: <SignupJoinPage {...props} />,
    }
  })

const JoinForm = island('auth/join', Join)

/** The last step of signing up with a provider: a name. */
const SignupJoinPage = ({ label, email, ...form }: JoinProps & { label: string; email: string }) => (
  <FormLayout
    title="Create your account"
    lead={`${label} says that you are ${email}. What are you called here?`}
    foot={
      <>
        Do you have an account here already? <a href="/login">Sign in</a>
      </>
    }
    hasArt={false}
  >
    <JoinForm {...form} />
  </FormLayout>
)
