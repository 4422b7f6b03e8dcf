import { useSignal } from '@preact/signals'
import { Icon } from '../lib/icon.tsx'

/** Shares the page: by the device's own dialog if it has one, else by copying the link. */
export default function Share({ url, title }: { url: string; title: string }) {
  const said = useSignal('')
  const share = async () => {
    if (typeof navigator.share === 'function') {
      // Closing the dialog rejects the promise; that is a choice, not an error.
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
