import { useSignal } from '@preact/signals'
import { joinList } from '../checkout/news-box.tsx'

/** Asks a person who redeemed a code whether the artist may email them. */
export function NewsKey({ slug, words }: { slug: string; words: string }) {
  const said = useSignal('')
  const isDone = useSignal(false)
  const join = async () => {
    const trouble = await joinList(slug, words, 'redeem')
    isDone.value = trouble === null
    said.value = trouble ?? 'Thank you. You can end it in your account.'
  }
  return (
    <section aria-label="Mailing list">
      {!isDone.value && (
        <>
          <p dir="auto">{words}</p>
          <button type="button" class="key" onClick={() => void join()}>
            Agree to that
          </button>
        </>
      )}
      <p role="status">{said}</p>
    </section>
  )
}
