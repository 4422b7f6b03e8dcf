import { useSignal } from '@preact/signals'
import { say } from '../../src/lib/language/say.ts'
import { api } from '../lib/api.ts'
import { refusedPress } from '../lib/refused-press.ts'
import { Said } from '../lib/said.tsx'

export type WishProps = {
  slug: string
  cassetId: string
  /** The visitor's wish for it; null where it is not on their list. */
  wish: { tells: boolean } | null
  /** Whether it has a price that can fall. */
  isPriced: boolean
  /** Whether the site sends email; else a notification tells of a lower price. */
  sendsEmail: boolean
  isOnList?: boolean
}

export const wishText = (): string => say('Add to wish list')

export default function Wish({ slug, cassetId, wish: before, isPriced, sendsEmail, isOnList = false }: WishProps) {
  const wish = useSignal(before)
  const isBusy = useSignal(false)
  const change = async (next: { tells: boolean } | null) => {
    if (isBusy.value) return
    isBusy.value = true
    const { error } = next
      ? await api.casset({ slug }).wish.post({ tells: next.tells })
      : await api.wishes({ cassetId }).delete()
    isBusy.value = false
    // It may be off the list already, by another tab.
    if (error && !(next === null && Number(error.status) === 404)) return refusedPress(error)
    wish.value = next
  }
  const isWished = wish.value !== null
  return (
    <div class="wish needs-js">
      <button
        type="button"
        class={isWished && !isOnList ? 'key down' : 'key'}
        onClick={() => void change(isWished ? null : { tells: false })}
      >
        {!isWished ? wishText() : isOnList ? say('Remove') : say('On your wish list')}
      </button>
      {isWished && !isOnList && (
        <Said class="hint">
          <a href="/library/wishes">{say('Your wish list')}</a>
        </Said>
      )}
      {isWished && isPriced && (
        <label>
          <input
            type="checkbox"
            checked={wish.value?.tells ?? false}
            onChange={({ currentTarget }) => {
              const tells = currentTarget.checked
              currentTarget.checked = !tells
              void change({ tells })
            }}
          />
          {sendsEmail ? say('Email me when it costs less') : say('Notify me here when it costs less')}
        </label>
      )}
    </div>
  )
}
