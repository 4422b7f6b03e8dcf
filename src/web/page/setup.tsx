import SetUp from '../../../public/islands/auth/set-up.tsx'
import type { Ctx } from '../../context.ts'
import { island } from '../island.tsx'
import { optional, page } from '../page.tsx'
import { FormLayout, formHead } from '../parts/form-layout.tsx'

const SetUpForm = island('auth/set-up', SetUp)

/** `/setup`. */
export const setUpRoute = (ctx: Ctx) =>
  page(ctx, { path: '/setup', viewer: optional }, ({ viewer }) => ({
    head: formHead('Claim this site', 'Become the owner of this site.', '/setup'),
    main: viewer?.role === 'owner' ? <OwnedPage /> : <SetUpPage isSignedIn={viewer !== null} />,
  }))

/**
 * The page of the link that the program prints at its first start, which makes its visitor the
 * owner.
 */
const SetUpPage = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <FormLayout title="Claim this site" lead="This link works once: whoever uses it becomes the owner.">
    <SetUpForm isSignedIn={isSignedIn} />
  </FormLayout>
)

/** The same page for a visitor who already owns the site. */
const OwnedPage = () => (
  <FormLayout title="This site is yours" lead="You own it already, so there is nothing left to claim.">
    <p class="acts">
      <a class="key go" href="/desk">
        See how it is set up
      </a>
    </p>
  </FormLayout>
)
