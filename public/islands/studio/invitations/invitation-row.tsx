import type { Invitation } from '../../../../src/account/invitation/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { Day } from '../../../lib/day.tsx'
import { inParts } from '../../../lib/in-parts.tsx'
import Copy from '../../links/copy.tsx'

type InvitationRowProps = { invitation: Invitation; takeBack: () => void }

export const nameOf = ({ note, email }: Invitation): string => note ?? email ?? say('anybody with the link')

const ends = () =>
  ({
    USED: say('used ## an invitation'),
    EXPIRED: say('expired ## an invitation'),
    REVOKED: say('revoked ## an invitation'),
  }) as const

export function InvitationRow({ invitation, takeBack }: InvitationRowProps) {
  const { email, note, url, createdAt } = invitation
  const name = nameOf(invitation)
  return (
    <li>
      <b dir="auto">{name}</b>
      <p class="mono">
        {note !== null && email !== null && `${email} · `}
        {inParts(say('made <day></day>'), { day: () => <Day iso={createdAt} /> })} · <Fate invitation={invitation} />
      </p>
      {url !== null && (
        <>
          <p class="mono secret">{url}</p>
          <div class="acts">
            <Copy url={url} of={name} />
            <button type="button" class="key needs-js" aria-label={say('Revoke {name}', { name })} onClick={takeBack}>
              {say('Revoke')}
            </button>
          </div>
        </>
      )}
    </li>
  )
}

function Fate({ invitation: { state, handle, expiresAt } }: { invitation: Invitation }) {
  if (state === 'OPEN') return <>{inParts(say('until <day></day>'), { day: () => <Day iso={expiresAt} /> })}</>
  if (handle === null) return <>{ends()[state]}</>
  return (
    <>{inParts(say('used by <a>@{handle}</a>', { handle }), { a: (text) => <a href={`/@${handle}`}>{text}</a> })}</>
  )
}
