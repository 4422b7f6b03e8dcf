import SetUp, { type SetUpProps } from '../../../../public/islands/auth/set-up.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { optional, page } from '../../page.tsx'
import { FormLayout, formHead } from '../../parts/sign-up/form-layout.tsx'

const SetUpForm = island('auth/set-up', SetUp)

/** `/setup`. */
export const setUpRoute = (ctx: Ctx) =>
  page(ctx, { path: '/setup', viewer: optional }, ({ request, viewer }) => ({
    head: formHead(say('Make this site yours'), say('Become the owner of this site.'), '/setup'),
    main:
      viewer?.role === 'owner' ? (
        <OwnedPage />
      ) : (
        <SetUpPage
          isSignedIn={viewer !== null}
          host={new URL(request.url).host}
          canSignIn={viewer === null && ctx.site.hasHost(request.headers.get('host'))}
        />
      ),
  }))

/** The page of the link printed at the program's first start, which makes its visitor the owner. */
const SetUpPage = ({ canSignIn, ...props }: SetUpProps & { canSignIn: boolean }) => (
  <FormLayout
    title={say('Make this site yours')}
    lead={say('This link works once: whoever uses it becomes the owner, who runs the site.')}
    foot={
      canSignIn &&
      inParts(say('Already have an account? <a>Sign in</a>'), { a: (text) => <a href="/login?next=/setup">{text}</a> })
    }
  >
    <SetUpForm {...props} />
  </FormLayout>
)

const OwnedPage = () => (
  <FormLayout title={say('This site is yours')} lead={say('You own it already, so there is nothing left to claim.')}>
    <p class="acts">
      <a class="key go" href="/desk/setup">
        {say('See how it is set up')}
      </a>
    </p>
  </FormLayout>
)
