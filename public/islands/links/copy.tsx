import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { Said } from '../../lib/said.tsx'

type CopyProps = {
  url: string
  /** The thing that has the address; or, for another text, the key's name for screen readers. */
  of?: string
  label?: string
}

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
      <Said as="span" class="hand">
        {said}
      </Said>
    </>
  )
}
