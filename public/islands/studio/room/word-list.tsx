import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { lengthOf } from '../../../lib/form.ts'
import { Said } from '../../../lib/said.tsx'
import { noteDraft } from '../../../lib/save-state.ts'
import type { ModerationState } from './moderation-state.ts'

const fieldId = 'room-words'
const mostWords = 200

const wordsIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function faultOf(words: readonly string[]): string {
  if (words.length > mostWords)
    return say('Use at most {mostWords} words; these are {words}.', { mostWords, words: words.length })
  const long = words.find((word) => lengthOf(word) > longest.roomWord)
  return long === undefined
    ? ''
    : say('Use at most {roomWord} characters in a line: “{long}…”', {
        roomWord: longest.roomWord,
        long: long.slice(0, 20),
      })
}

/** One word a line: saved when the field is left, restored on Escape. */
export function WordList({ state }: { state: ModerationState }) {
  const draft = useSignal<string | null>(null)
  const problem = useSignal('')
  const kept = state.settings.value.words.join('\n')
  useEffect(() => () => noteDraft(fieldId, false), [])
  const putBack = () => {
    draft.value = null
    problem.value = ''
    noteDraft(fieldId, false)
  }
  const keep = async () => {
    const written = draft.value
    if (written === null) return
    const words = wordsIn(written)
    problem.value = faultOf(words)
    if (problem.value) return
    if (words.join('\n') !== kept) {
      const trouble = await state.changeSettings({ words })
      problem.value = trouble?.text ?? ''
      if (trouble) return
    }
    // The list may have been edited further while it was being saved.
    if (draft.value === written) putBack()
  }
  return (
    <div class="field">
      <label for={fieldId}>{say('Words that nobody may write')}</label>
      <textarea
        id={fieldId}
        rows={4}
        dir="auto"
        spellcheck={false}
        aria-invalid={problem.value !== ''}
        aria-describedby={`${fieldId}-hint ${fieldId}-problem`}
        value={draft.value ?? kept}
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value
          problem.value = ''
          noteDraft(fieldId, true)
        }}
        onBlur={() => void keep()}
        onKeyDown={({ key }) => {
          if (key === 'Escape') putBack()
        }}
      />
      <p class="hint" id={`${fieldId}-hint`}>
        {say('One word per line, at most {mostWords}. Capitals and disguised spellings are found too.', {
          mostWords,
        })}
      </p>
      <Said role="alert" class="problem" id={`${fieldId}-problem`}>
        {problem}
      </Said>
    </div>
  )
}
