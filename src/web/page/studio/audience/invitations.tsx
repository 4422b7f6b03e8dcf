import InvitationsIsland, {
  type InvitationsProps,
} from '../../../../../public/islands/studio/invitations/invitations.tsx'
import { listInvitations } from '../../../../account/invitation/list-invitations.ts'
import type { Config } from '../../../../config.ts'
import type { Ctx } from '../../../../context.ts'
import { say } from '../../../../lib/language/say.ts'
import { island } from '../../../document/island.tsx'
import { deskOnly, page } from '../../../page.tsx'
import { ShowOlder } from '../../../parts/show-older.tsx'
import { type Look, ownLook, StudioLayout, studioHead } from '../../../parts/studio/studio-layout.tsx'

const onPage = 50

/** `/studio/invitations`: invitations to sign up, for the owner of the instance. */
export const studioInvitationsRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/invitations', viewer: deskOnly('people'), query: { cursor: 200 } },
    ({ viewer, query: { cursor } }) => {
      const look = ownLook(ctx, viewer)
      const { invitations, nextCursor } = listInvitations(ctx, onPage, cursor)
      const description = say('Who is invited to create an account here.')
      return {
        head: studioHead(ctx, look, { title: say('Invitations'), description, path: '/studio/invitations' }),
        main: (
          <StudioInvitationsPage
            look={look}
            invitations={invitations}
            nextCursor={nextCursor}
            hasMail={ctx.mailer !== undefined}
            registration={ctx.config.registration}
            isOwner={viewer.role === 'owner'}
          />
        ),
      }
    },
  )

const Invitations = island('studio/invitations/invitations', InvitationsIsland)

type StudioInvitationsPageProps = InvitationsProps & {
  look: Look
  nextCursor: string | null
  registration: Config['registration']
  isOwner: boolean
}

const words = () =>
  ({
    invite: say('Only people whom you invite can create an account here. Each link lets one person in, within a week.'),
    open: say('Anybody can create an account here, so nobody needs an invitation.'),
    closed: say('Nobody can create an account here, not even with an invitation.'),
  }) as const

const StudioInvitationsPage = ({ look, nextCursor, registration, isOwner, ...list }: StudioInvitationsPageProps) => (
  <StudioLayout here="/studio/invitations" texture={look.texture} theme={look.theme}>
    <article class="jcard codes-card">
      <header>
        <h1>{say('Invitations')}</h1>
        <p>
          {words()[registration]} {isOwner && <a href="/desk">{say('Change who may sign up')}</a>}
        </p>
      </header>
      <Invitations {...list} />
      <ShowOlder path="/studio/invitations" cursor={nextCursor} />
    </article>
  </StudioLayout>
)
