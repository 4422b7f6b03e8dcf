import { useSignal } from '@preact/signals'
import type { Invitation, NewInvitation } from '../../../../src/account/invitation/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import { InvitationForm } from './invitation-form.tsx'
import { InvitationRow, nameOf } from './invitation-row.tsx'

export type InvitationsProps = { invitations: readonly Invitation[]; hasMail: boolean }

async function revoke({ id }: Invitation) {
  const { error, status } = await api.admin.invitations({ id }).delete()
  return error && status !== 404 ? troubleOf(error) : null
}

export default function Invitations({ invitations, hasMail }: InvitationsProps) {
  const shown = useSignal(invitations)
  const revoking = useSignal<Invitation | null>(null)
  const said = useSignal('')
  const keep = (made: NewInvitation) => {
    shown.value = [made, ...shown.value]
    said.value = made.mailed
      ? say('The link is on its way to {email}.', { email: String(made.email) })
      : say('Here is the link: send it to them.')
  }
  const revoked = ({ id }: Invitation) => {
    shown.value = shown.value.map((each) => (each.id === id ? { ...each, state: 'REVOKED', url: null } : each))
    announce(say('The invitation is revoked.'))
    focusOn('#invitations')
  }
  return (
    <>
      <InvitationForm done={keep} hasMail={hasMail} />
      <Said class="hand">{said}</Said>
      <section aria-labelledby="invitations">
        <h2 id="invitations" tabIndex={-1}>
          {say('Invited')}
        </h2>
        {shown.value.length > 0 ? (
          <ul class="rows batches">
            {shown.value.map((each) => (
              <InvitationRow
                key={each.id}
                invitation={each}
                takeBack={() => {
                  revoking.value = each
                }}
              />
            ))}
          </ul>
        ) : (
          <p class="empty">{say('Nobody yet. Whom would you like to invite?')}</p>
        )}
      </section>
      <AskDialog
        about={revoking}
        title={() => say('Revoke this invitation?')}
        keep={say('Cancel')}
        go={say('Revoke')}
        act={revoke}
        after={revoked}
      >
        {(invitation) => (
          <p>
            {inParts(say('The link for <b>{name}</b> stops working.', { name: nameOf(invitation) }), {
              b: (text) => <b dir="auto">{text}</b>,
            })}
          </p>
        )}
      </AskDialog>
    </>
  )
}
