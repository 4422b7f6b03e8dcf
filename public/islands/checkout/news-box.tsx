import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import type { ByHolder } from '../../../src/order/shape.ts'
import { api } from '../../lib/api.ts'
import { tabStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toast.ts'
import { troubleOf } from '../../lib/trouble.ts'
import { openOrder } from './open-order.ts'

const keyOf = (slug: string) => `tapedeck.news.${slug}` as const

/** Asks whether the artist may write, once it is paid. `words` is null if nothing is asked. */
export function NewsBox({ slug, words }: { slug: string; words: string | null }) {
  const isTicked = useSignal(false)
  const tick = (isWanted: boolean) => {
    isTicked.value = isWanted
    tabStore.write(keyOf(slug), isWanted ? words : null)
  }
  useEffect(() => {
    // Only a payer who comes back from their bank finds it as they left it.
    tick(openOrder.read(slug) !== null && tabStore.read(keyOf(slug)) === words && words !== null)
  }, [])
  if (words === null) return null
  return (
    <div class="field stickers">
      <label>
        <input type="checkbox" checked={isTicked.value} onChange={({ currentTarget }) => tick(currentTarget.checked)} />
        <span dir="auto">{words}</span>
      </label>
    </div>
  )
}

type Place = 'checkout' | 'free' | 'redeem'

/** Joins the artist's mailing list, if that was ticked. */
export async function joinIfTicked(slug: string, from: Place, by: ByHolder = {}): Promise<void> {
  const words = tabStore.read(keyOf(slug))
  if (words === null) return
  tabStore.write(keyOf(slug), null)
  const trouble = await joinList(slug, words, from, by)
  if (trouble !== null) showToast(say('You are not on the mailing list. {trouble}', { trouble }))
}

/** Joins the artist's mailing list with the shown words. Returns the error, if any. */
export async function joinList(slug: string, text: string, from: Place, by: ByHolder = {}): Promise<string | null> {
  const { error } = await api.casset({ slug })['mailing-list'].post({ text, from, ...by })
  return error ? troubleOf(error).text : null
}
