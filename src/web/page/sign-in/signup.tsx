import SignUp, { type SignUpProps } from '../../../../public/islands/auth/sign-up.tsx'
import { inParts } from '../../../../public/lib/in-parts.tsx'
import { faultOfInvitation, invitationOf } from '../../../account/invitation/use-invitation.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../context.ts'
import { afterSignIn } from '../../../lib/account/after-sign-in.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { optional, page, seeOther } from '../../page.tsx'
import { type Door, Doors, doorsOf } from '../../parts/frame/doors.tsx'
import { CodeForm } from '../../parts/sign-up/code-form.tsx'
import { FormLayout, formHead, nextPath, nextWord, withNext } from '../../parts/sign-up/form-layout.tsx'
import type { Offer } from '../../parts/sign-up/offer.tsx'
import { readOffer } from '../../parts/sign-up/read-offer.ts'

const words = { ...nextWord, as: 10, invite: 200 } as const

/**
 * `/signup`, and with `?as=artist` for somebody who makes music. Signed-in visitors are redirected
 * at once; so is a visitor who comes to collect while sign-up is not open: they may have an
 * account.
 */
export const signupRoute = (ctx: Ctx) =>
  page(ctx, { path: '/signup', viewer: optional, query: words }, ({ viewer, query }) => {
    const isArtist = query.as === 'artist'
    const asked = nextPath(query.next)
    const next = isArtist && asked === afterSignIn ? '/studio' : asked
    if (viewer) return seeOther(next)
    const { offer, giftFault } = readOffer(ctx, next)
    if (giftFault !== null) return { head: codeHead(), main: <SpentCode fault={giftFault} />, isPrivate: true }
    const { registration } = ctx.config
    const loginPath = withNext('/login', next)
    if (offer && registration !== 'open' && query.invite === undefined) return seeOther(loginPath)
    return {
      head: formHead(
        say('Create your account'),
        say('Buy music, follow artists, or publish your own.'),
        '/signup',
        offer,
      ),
      main: (
        <SignupPage
          next={next}
          host={new URL(ctx.site.origin).host}
          isArtist={isArtist || next === '/setup'}
          registration={registration}
          invite={query.invite}
          fault={faultText(ctx, query.invite)}
          loginPath={loginPath}
          doors={doorsOf(ctx.config.providers)}
          offer={offer}
        />
      ),
      // Invitations are secrets, and the page to go on to may be a secret link.
      ...(query.next === undefined && query.invite === undefined ? {} : { isPrivate: true }),
    }
  })

function faultText(ctx: Ctx, invite: string | undefined): string | undefined {
  return invite === undefined ? undefined : faultOfInvitation(ctx, invitationOf(ctx, invite))?.told
}

const SignUpForm = island('auth/sign-up', SignUp)

type SignupPageProps = Omit<SignUpProps, 'hasArt'> & {
  registration: Config['registration']
  /** Why the invitation cannot be used; undefined when it can, or when there is none. */
  fault: string | undefined
  loginPath: string
  doors: readonly Door[]
  offer: Offer | null
}

const closedText = () =>
  ({
    invite: say('Sign-up is by invitation only: ask the person who runs this site.'),
    closed: say('The person who runs this site has closed sign-up.'),
  }) as const

/** The sign-up form, always shown to a visitor with the set-up link; or why there is none. */
function SignupPage({ registration, invite, fault, loginPath, doors, offer, ...form }: SignupPageProps) {
  const isInvited = registration === 'invite' && invite !== undefined && fault === undefined
  const isOpen = registration === 'open' || isInvited
  if (registration !== 'open' && !isInvited && form.next !== '/setup') {
    return (
      <FormLayout
        title={say('Sign-up is not open')}
        lead={(registration === 'invite' && fault) || closedText()[registration]}
        isPlain
      >
        <NoForm loginPath={loginPath} />
      </FormLayout>
    )
  }
  return (
    <FormLayout
      title={say('Create your account')}
      lead={say('Buy music, follow artists, or publish your own.')}
      foot={<SignInDoor path={loginPath} />}
      hasArt={false}
      offer={offer}
    >
      <SignUpForm {...form} invite={isInvited ? invite : undefined} hasArt={offer === null} />
      {isOpen && <Doors doors={doors} next={form.next} invite={isInvited ? invite : undefined} />}
    </FormLayout>
  )
}

const SignInDoor = ({ path }: { path: string }) => (
  <>{inParts(say('Already have an account? <a>Sign in</a>'), { a: (text) => <a href={path}>{text}</a> })}</>
)

const NoForm = ({ loginPath }: { loginPath: string }) => (
  <div class="gate-form">
    <p class="acts">
      <a class="key go" href="/">
        {say('Browse music')}
      </a>
    </p>
    <p>
      <SignInDoor path={loginPath} />
    </p>
  </div>
)

const codeHead = () => formHead(spentCode(), say('A download code gives you one casset.'), '/signup')

const spentCode = () => say('This code cannot be redeemed')

/** Why a code gives nothing; an account would not help, so no form makes one (sign-in-doors). */
const SpentCode = ({ fault }: { fault: string }) => (
  <FormLayout title={spentCode()} lead={fault} isPlain>
    <CodeForm />
  </FormLayout>
)
