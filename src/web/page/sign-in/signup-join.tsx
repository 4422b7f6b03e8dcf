import Join, { type JoinProps } from '../../../../public/islands/auth/join.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { providerOf } from '../../../account/identity/connect.ts'
import { browserOf } from '../../../account/identity/flow-cookie.ts'
import { pendingOf, suggestHandle } from '../../../account/identity/pending.ts'
import type { Ctx } from '../../../context.ts'
import { afterSignIn } from '../../../lib/account/after-sign-in.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { optional, page, seeOther } from '../../page.tsx'
import { FormLayout, formHead } from '../../parts/sign-up/form-layout.tsx'

/** `/signup/join`: a provider's new user chooses a name. All others are sent to sign in. */
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
      head: formHead(say('Create your account'), say('One last step.'), '/signup/join'),
      main: <SignupJoinPage {...props} />,
    }
  })

const JoinForm = island('auth/join', Join)

const SignupJoinPage = ({ label, email, ...form }: JoinProps & { label: string; email: string }) => (
  <FormLayout
    title={say('Create your account')}
    lead={say('{label} says that you are {email}. What are you called here?', { label, email })}
    foot={inParts(say('Do you have an account here already? <a>Sign in</a>'), {
      a: (text) => <a href="/login">{text}</a>,
    })}
    hasArt={false}
  >
    <JoinForm {...form} />
  </FormLayout>
)
