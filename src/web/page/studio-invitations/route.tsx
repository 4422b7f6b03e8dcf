import { listInvitations } from '../../../account/invitation/list-invitations.ts'
import type { Ctx } from '../../../context.ts'
import { ownerOnly, page } from '../../page.tsx'
import { ownLook, studioHead } from '../../parts/studio-layout.tsx'
import { StudioInvitationsPage } from './page.tsx'

const onPage = 50

/** `/studio/invitations`: who was invited to sign up, for the owner of the instance. */
export const studioInvitationsRoute = (ctx: Ctx) =>
  page(
    ctx,
    { path: '/studio/invitations', viewer: ownerOnly, query: { cursor: 200 } },
    ({ viewer, query: { cursor } }) => {
      const look = ownLook(ctx, viewer)
      const { invitations, nextCursor } = listInvitations(ctx, onPage, cursor)
      const description = 'Who is invited to create an account here.'
      return {
        head: studioHead(ctx, look, { title: 'Invitations', description, path: '/studio/invitations' }),
        main: (
          <StudioInvitationsPage
            look={look}
            invitations={invitations}
            nextCursor={nextCursor}
            hasMail={ctx.mailer !== undefined}
            registration={ctx.config.registration}
          />
        ),
      }
    },
  )
