import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { inParts } from '../../lib/in-parts.tsx'

type CopyProps = { url: string; of: string; what?: 'link' | 'secret' | 'codes' | 'license' }

/** Copies an address, or another text on the page. */
export default function Copy({ url, of, what = 'link' }: CopyProps) {
  const said = useSignal('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      said.value = 'Copied'
    } catch {
      said.value = what === 'link' ? say('Select the address to copy it.') : say('Select the text to copy it.')
    }
  }
  return (
    <>
      <button type="button" class="key needs-js" onClick={() => void copy()}>
        {inParts(say('Copy<span> the {what} of {of}</span>', { what, of }), {
          span: (text) => <span class="sr">{text}</span>,
        })}
      </button>
      <span role="status" class="hand">
        {said}
      </span>
    </>
  )
}
