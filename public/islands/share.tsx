import { useSignal } from '@preact/signals'
import { Icon } from '../lib/icon.tsx'

/** Hands the page on: through the device's own sheet where there is one, else as a copied link. */
export default function Share({ url, title }: { url: string; title: string }) {
  const said = useSignal('')
  const share = async () => {
    if (typeof navigator.share === 'function') {
      // Closing the sheet rejects; that is a choice, not a fault.
      await navigator.share({ url, title }).catch(() => undefined)
      return
    }
    try {
      await navigator.clipboard.writeText(url)
      said.value = 'Link copied'
    } catch {
      said.value = url
    }
  }
  return (
    <>
      <button type="button" class="key needs-js" onClick={() => void share()}>
        <Icon name="share" />
        Share
      </button>
      <span role="status" class="hand said">
        {said}
      </span>
    </>
  )
}
