import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { creditsOfLines, linesOfCredits, mostCredits } from '../../../../src/lib/music/credits.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { lengthOf } from '../../../lib/form.ts'
import { Said } from '../../../lib/said.tsx'
import { noteDraft } from '../../../lib/save-state.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

export function Credits({ editor, track }: { editor: CassetEditor; track: OwnerTrack }) {
  const fieldId = `credits-${track.id}`
  const draft = useSignal<string | null>(null)
  const problem = useSignal('')
  const kept = linesOfCredits(track.credits ?? [])
  useEffect(() => () => noteDraft(fieldId, false), [fieldId])
  const keep = async () => {
    const lines = draft.value
    if (lines === null) return
    const { credits, unread } = creditsOfLines(lines)
    problem.value = problemOf(credits, unread)
    if (problem.value !== '') return
    const trouble = linesOfCredits(credits) === kept ? null : await editor.changeTrack(track.id, { credits })
    problem.value = trouble?.text ?? ''
    if (trouble || draft.value !== lines) return
    draft.value = null
    noteDraft(fieldId, false)
  }
  return (
    <div class="field">
      <textarea
        id={fieldId}
        rows={5}
        dir="auto"
        aria-label={say('Credits of {title}', { title: track.title })}
        aria-describedby={`${fieldId}-hint ${fieldId}-problem`}
        aria-invalid={problem.value !== ''}
        placeholder={say('Bass: Ada Reed ## an example of a credit')}
        value={draft.value ?? kept}
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value
          noteDraft(fieldId, true)
        }}
        onBlur={() => void keep()}
      />
      <p class="hint" id={`${fieldId}-hint`}>
        {say('A line each: what somebody did, a colon, the name. Everybody sees them on the page.')}
      </p>
      <Said role="alert" class="problem" id={`${fieldId}-problem`}>
        {problem}
      </Said>
    </div>
  )
}

function problemOf(credits: ReturnType<typeof creditsOfLines>['credits'], unread: string | null): string {
  if (unread !== null) return say('Put a colon between role and name: “{line}”.', { line: unread })
  if (credits.length > mostCredits) return say('Use at most {number} lines.', { number: mostCredits })
  const long = credits.find(
    ({ role, name }) => lengthOf(role) > longest.creditRole || lengthOf(name) > longest.creditName,
  )
  return long ? say('This line is too long: “{line}”.', { line: `${long.role}: ${long.name}` }) : ''
}
