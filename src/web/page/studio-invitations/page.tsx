import InvitationsIsland, { type InvitationsProps } from '../../../../public/islands/studio/invitations/invitations.tsx'
import type { Config } from '../../../config.ts'
import { island } from '../../island.tsx'
import { ShowOlder } from '../../parts/show-older.tsx'
import { type Look, StudioLayout } from '../../parts/studio-layout.tsx'

const Invitations = island('studio/invitations/invitations', InvitationsIsland)

type StudioInvitationsPageProps = InvitationsProps & {
  look: Look
  nextCursor: string | null
  registration: Config['registration']
}

const words = {
  invite: 'Only people whom you invite can create an account here. Each link lets one person in, within a week.',
  open: 'Anybody can create an account here, so nobody needs an invitation. REGISTRATION=invite changes that.',
  closed: 'Nobody can create an account here, also by an invitation. REGISTRATION=invite lets in whom you invite.',
} as const

/** Who is invited to sign up, for the owner of the instance. */
export const StudioInvitationsPage = ({ look, nextCursor, registration, ...list }: StudioInvitationsPageProps) => (
  <StudioLayout here="/studio/invitations" texture={look.texture} theme={look.theme}>
    <article class="jcard codes-card">
      <header>
        <h1>Invitations</h1>
        <p>{words[registration]}</p>
      </header>
      <Invitations {...list} />
      <ShowOlder path="/studio/invitations" cursor={nextCursor} />
    </article>
  </StudioLayout>
)
