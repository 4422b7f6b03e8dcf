import { useSignal } from '@preact/signals'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { Day } from '../../../lib/day.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import type { ShownAccount } from './accounts.tsx'

type AccountRowProps = {
  account: ShownAccount
  quota: string
  isOwner: boolean
  onChange: (account: ShownAccount) => void
}

/** An account: its names, how much it stores, and whether it may exceed the quota. */
export function AccountRow({ account, quota, isOwner, onChange }: AccountRowProps) {
  const { id, handle, displayName, email, words, createdAt, trusted } = account
  const problem = useSignal('')
  const trust = async (wanted: boolean) => {
    onChange({ ...account, trusted: wanted })
    const { error } = await api.admin.accounts({ id }).patch({ trusted: wanted })
    problem.value = error ? troubleOf(error).text : ''
    if (error) onChange(account)
    else announce(wanted ? `${displayName} may store without limit.` : `${displayName} may store ${quota}.`)
  }
  return (
    <li>
      <b dir="auto">{displayName}</b>
      <p>
        <a href={`/@${handle}`}>@{handle}</a> · {email}
      </p>
      <p class="mono">
        {words} · since <Day iso={createdAt} />
      </p>
      {isOwner ? (
        <p class="trust hint">You, the owner: no limit</p>
      ) : (
        <label class="switch trust">
          <input
            type="checkbox"
            checked={trusted}
            aria-label={`No storage limit for ${displayName} (@${handle})`}
            onChange={({ currentTarget }) => void trust(currentTarget.checked)}
          />
          No storage limit
        </label>
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
    </li>
  )
}
