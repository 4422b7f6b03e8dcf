import LogIn, { type LogInProps } from '../../../../public/islands/auth/log-in.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { troubleText } from '../../../account/identity/trouble.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { optional, page, seeOther } from '../../page.tsx'
import { type Door, Doors, doorsOf } from '../../parts/frame/doors.tsx'
import { FormLayout, formHead, nextPath, nextWord, withNext } from '../../parts/sign-up/form-layout.tsx'
import type { Offer } from '../../parts/sign-up/offer.tsx'
import { readOffer } from '../../parts/sign-up/read-offer.ts'

const words = { ...nextWord, trouble: 20, with: 20 } as const

/** `/login`. Signed-in visitors are redirected at once. */
export const loginRoute = (ctx: Ctx) =>
  page(ctx, { path: '/login', viewer: optional, query: words }, ({ viewer, query }) => {
    const next = nextPath(query.next)
    if (viewer) return seeOther(next)
    const doors = doorsOf(ctx.config.providers)
    const door = doors.find(({ name }) => name === query.with)
    const told = door && troubleText(query.trouble, door.label)
    const { offer, giftFault } = readOffer(ctx, next)
    const main = (
      <LoginPage
        {...{ next, doors, offer, giftFault }}
        canSignUp={offersSignUp(ctx, next)}
        {...(told === undefined ? {} : { told })}
      />
    )
    // The page to go on to may be a secret link.
    return { head: loginHead(offer), main, ...(query.next === undefined ? {} : { isPrivate: true }) }
  })

/** Whether the page offers to sign up: where anybody may, and to whoever sets up the site. */
export const offersSignUp = ({ config }: Ctx, next: string) => config.registration === 'open' || next === '/setup'

const LogInForm = island('auth/log-in', LogIn)

export const loginHead = (offer: Offer | null) =>
  formHead(say('Sign in'), say('Sign in to your account.'), '/login', offer)

type LoginPageProps = LogInProps & {
  doors: readonly Door[]
  canSignUp: boolean
  offer: Offer | null
  giftFault: string | null
}

/**
 * The page to sign in. After a failed try without scripts or at a provider it says what was wrong.
 */
export const LoginPage = ({ doors, offer, giftFault, canSignUp, ...props }: LoginPageProps) => (
  <FormLayout
    title={say('Sign in')}
    lead={giftFault ?? say('Your music is where you left it.')}
    isPlain
    offer={offer}
    foot={
      canSignUp &&
      inParts(say('New here? <a>Create an account</a>'), {
        a: (text) => <a href={withNext('/signup', props.next)}>{text}</a>,
      })
    }
  >
    <LogInForm {...props} />
    <Doors doors={doors} next={props.next} />
  </FormLayout>
)
