import SetUp, { type SetUpProps } from '../../../public/islands/auth/set-up.tsx'
import type { Ctx } from '../../context.ts'
import { island } from '../island.tsx'
import { optional, page } from '../page.tsx'
import { FormLayout, formHead } from '../parts/form-layout.tsx'

const SetUpForm = island('auth/set-up', SetUp)

/** `/setup`. */
export const setUpRoute = (ctx: Ctx) =>
  page(ctx, { path: '/setup', viewer: optional }, ({ viewer }) => ({
    head: formHead('Make this site yours', 'Become the owner of this site.', '/setup'),
    main:
      viewer?.role === 'owner' ? (
        <OwnedPage />
      ) : (
        <SetUpPage isSignedIn={viewer !== null} host={new URL(ctx.site.origin).host} />
      ),
  }))

/**
 * The page of the link that the program prints at its first start, which makes its visitor the
 * owner.
 */
const SetUpPage = (props: SetUpProps) => (
  <FormLayout
    title="Make this site yours"
    lead="This link works once: whoever uses it becomes the owner, who runs the site."
    foot={
      !props.isSignedIn && (
        <>
          Already have an account? <a href="/login?next=/setup">Sign in</a>
        </>
      )
    }
  >
    <SetUpForm {...props} />
  </FormLayout>
)

/** The same page for a visitor who already owns the site. */
const OwnedPage = () => (
  <FormLayout title="This site is yours" lead="You own it already, so there is nothing left to claim.">
    <p class="acts">
      <a class="key go" href="/desk/setup">
        See how it is set up
      </a>
    </p>
  </FormLayout>
)
