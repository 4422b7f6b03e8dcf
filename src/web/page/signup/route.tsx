import { faultOfInvitation, invitationOf } from '../../../account/use-invitation.ts'
import type { Ctx } from '../../../context.ts'
import { afterSignIn } from '../../../lib/after-sign-in.ts'
import { optional, page, seeOther } from '../../page.tsx'
import { doorsOf } from '../../parts/doors.tsx'
import { formHead, nextPath, nextWord, withNext } from '../../parts/form-layout.tsx'
import { readOffer } from '../../parts/read-offer.ts'
import { SignupPage } from './page.tsx'

const words = { ...nextWord, as: 10, invite: 200 } as const

/**
 * `/signup`, and with `?as=artist` for somebody who makes music. Signed-in visitors are redirected at once; so is who
 * comes to collect while sign-up is not open: they may have an account.
 */
export const signupRoute = (ctx: Ctx) =>
  page(ctx, { path: '/signup', viewer: optional, query: words }, ({ viewer, query }) => {
    const isArtist = query.as === 'artist'
    const asked = nextPath(query.next)
    const next = isArtist && asked === afterSignIn ? '/studio' : asked
    if (viewer) return seeOther(next)
    const offer = readOffer(ctx, next)
    const { registration } = ctx.config
    const loginPath = withNext('/login', next)
    if (offer && registration !== 'open' && query.invite === undefined) return seeOther(loginPath)
    return {
      head: formHead('Create your account', 'Collect music, follow artists, or publish your own.', '/signup', offer),
      main: (
        <SignupPage
          next={next}
          host={new URL(ctx.site.origin).host}
          isArtist={isArtist || next === '/setup'}
          registration={registration}
          invite={query.invite}
          fault={faultWords(ctx, query.invite)}
          loginPath={loginPath}
          doors={doorsOf(ctx.config.providers)}
          offer={offer}
        />
      ),
      // Invitations are secrets, and a page to go on to may be a secret link.
      ...(query.next === undefined && query.invite === undefined ? {} : { isPrivate: true }),
    }
  })

function faultWords(ctx: Ctx, invite: string | undefined): string | undefined {
  const fault = invite === undefined ? undefined : faultOfInvitation(ctx, invitationOf(ctx, invite))
  return fault && `${fault.message} ${fault.detail.hint ?? ''}`
}
