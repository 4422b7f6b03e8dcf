import type { Invitation } from '../../../../src/account/invitation/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { Day } from '../../../lib/day.tsx'
import { inParts } from '../../../lib/in-parts.tsx'
import Copy from '../../links/copy.tsx'

type InvitationRowProps = { invitation: Invitation; takeBack: () => void }

/** Returns the name for whom an invitation is, as its owner knows them. */
export const nameOf = ({ note, email }: Invitation): string => note ?? email ?? 'anybody with the link'

const ends = { USED: 'used', EXPIRED: 'expired', REVOKED: 'revoked' } as const

/** An invitation: for whom it is, its link while it is open, and its result. */
export function InvitationRow({ invitation, takeBack }: InvitationRowProps) {
  const { state, email, note, handle, url, createdAt, expiresAt } = invitation
  const name = nameOf(invitation)
  return (
    <li>
      <b dir="auto">{name}</b>
      <p class="mono">
        {note !== null && email !== null && `${email} · `}
        {inParts(say('made <day></day> ·'), { day: () => <Day iso={createdAt} /> })}{' '}
        {state === 'OPEN' ? (
          <>
            {say('until')} <Day iso={expiresAt} />
          </>
        ) : (
          ends[state]
        )}
        {handle !== null && (
          <> {inParts(say('by <a>@{handle}</a>', { handle }), { a: (text) => <a href={`/@${handle}`}>{text}</a> })}</>
        )}
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
