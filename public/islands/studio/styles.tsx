import { say } from '../../../src/lib/language/say.ts'
import { mostStyles, readStyles } from '../../../src/lib/music/styles.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { lengthOf } from '../../lib/form.ts'
import { Inline } from '../../lib/inline.tsx'
import type { CassetEditor } from './casset-editor.ts'

function faultOf(text: string): string {
  const styles = readStyles(text)
  if (styles.length > mostStyles) return say('At most {mostStyles} styles.', { mostStyles })
  return styles.some((style) => lengthOf(style) > longest.style)
    ? say('At most {style} characters each.', { style: longest.style })
    : ''
}

export const Styles = ({ editor }: { editor: CassetEditor }) => (
  <section aria-labelledby="styles-title">
    <h3 id="styles-title">{say('Styles')}</h3>
    <Inline
      id="styles"
      label={say('Styles, with commas between them')}
      hintId="styles-hint"
      value={(editor.casset.value.styles ?? []).join(', ')}
      faultOf={faultOf}
      onKeep={(text) => editor.change({ styles: readStyles(text) })}
    />
    <p class="hint" id="styles-hint">
      {say('In your own words, such as “dub, tape loops”. Listeners find you by these and by your location.')}
    </p>
  </section>
)
