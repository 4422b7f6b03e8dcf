import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { Day } from '../../../lib/day.tsx'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import type { ShownAccount } from './accounts.tsx'

type AccountRowProps = {
  account: ShownAccount
  quota: string
  isOwner: boolean
  onChange: (account: ShownAccount) => void
}

/** A deleted account: what it stores until its traces are erased, without switches. */
export const DeletedAccountRow = ({ account: { displayName, words, createdAt } }: { account: ShownAccount }) => (
  <li>
    <b>{displayName}</b>
    <p class="hint">{say('Nobody can sign in to it any more. Its orders and receipts stay in the books.')}</p>
    <p class="mono">
      {inParts(say('{usage} · since <day></day>', { usage: words }), { day: () => <Day iso={createdAt} /> })}
    </p>
  </li>
)

export function AccountRow({ account, quota, isOwner, onChange }: AccountRowProps) {
  const { id, handle, displayName, email, words, createdAt, trusted, verified, suspended, mayChange } = account
  const problem = useSignal('')
  const change = async (wanted: { trusted: boolean } | { verified: boolean }, done: string) => {
    onChange({ ...account, ...wanted })
    const { error } = await api.admin.accounts({ id }).patch(wanted)
    problem.value = error ? troubleOf(error).text : ''
    if (error) onChange(account)
    else announce(done)
  }
  const trust = (wanted: boolean) =>
    change(
      { trusted: wanted },
      wanted
        ? say('{displayName} may store without limit.', { displayName })
        : say('{displayName} may store {quota}.', { displayName, quota }),
    )
  const verify = (wanted: boolean) =>
    change(
      { verified: wanted },
      wanted
        ? say('{displayName} is shown as verified.', { displayName })
        : say('{displayName} is not shown as verified.', { displayName }),
    )
  return (
    <li>
      <a class="tap" href={`/desk/people/${id}`}>
        <b dir="auto">{displayName}</b>
      </a>
      {suspended && <p class="problem">{say('Suspended')}</p>}
      <p>
        <a href={`/@${handle}`}>@{handle}</a> · {email}
      </p>
      <p class="mono">
        {inParts(say('{usage} · since <day></day>', { usage: words }), { day: () => <Day iso={createdAt} /> })}
      </p>
      {mayChange && (
        <div class="trust">
          {isOwner ? (
            <p class="hint">{say('You, the owner: no limit')}</p>
          ) : (
            <label class="switch">
              <input
                type="checkbox"
                checked={trusted}
                aria-label={say('No storage limit for {displayName} (@{handle})', { displayName, handle })}
                onChange={({ currentTarget }) => void trust(currentTarget.checked)}
              />
              {say('No storage limit')}
            </label>
          )}
          <label class="switch">
            <input
              type="checkbox"
              checked={verified}
              aria-label={say('Verified artist: {displayName} (@{handle})', { displayName, handle })}
              onChange={({ currentTarget }) => void verify(currentTarget.checked)}
            />
            {say('Verified artist')}
          </label>
        </div>
      )}
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </li>
  )
}
