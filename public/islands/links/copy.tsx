import { useSignal } from '@preact/signals'

type CopyProps = { url: string; of: string; what?: 'link' | 'secret' | 'codes' | 'license' }

/** Copies an address, or another text on the page. */
export default function Copy({ url, of, what = 'link' }: CopyProps) {
  const said = useSignal('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      said.value = 'Copied'
    } catch {
      said.value = what === 'link' ? 'Select the address to copy it.' : 'Select the text to copy it.'
    }
  }
  return (
    <>
      <button type="button" class="key needs-js" onClick={() => void copy()}>
        Copy
        <span class="sr">
          {' '}
          the {what} of {of}
        </span>
      </button>
      <span role="status" class="hand">
        {said}
      </span>
    </>
  )
}
