import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'

type CopyProps = {
  url: string
  /** What the address is of; or, of another text, what the key is called for screen readers. */
  of?: string
  label?: string
}

/** Copies an address, or another text on the page. */
export default function Copy({ url, of = '', label }: CopyProps) {
  const said = useSignal('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      said.value = say('Copied')
    } catch {
      said.value = label === undefined ? say('Select the address to copy it.') : say('Select the text to copy it.')
    }
  }
  return (
    <>
      <button
        type="button"
        class="key needs-js"
        aria-label={label ?? say('Copy the link of {of}', { of })}
        onClick={() => void copy()}
      >
        {say('Copy')}
      </button>
      <span role="status" class="hand">
        {said}
      </span>
    </>
  )
}
