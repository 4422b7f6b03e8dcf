import { useSignal } from '@preact/signals'

/** Copies an address. */
export default function Copy({ url, of }: { url: string; of: string }) {
  const said = useSignal('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      said.value = 'Copied'
    } catch {
      said.value = 'Select the address to copy it.'
    }
  }
  return (
    <>
      <button type="button" class="key needs-js" onClick={() => void copy()}>
        Copy<span class="sr"> the link to {of}</span>
      </button>
      <span role="status" class="hand">
        {said}
      </span>
    </>
  )
}
