import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { api, problemOf } from '../../../lib/api.ts'
import { lengthFault } from '../../../lib/form.ts'
import { Said } from '../../../lib/said.tsx'
import { noteDraft } from '../../../lib/save-state.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

export function Lyrics({ editor, track }: { editor: CassetEditor; track: OwnerTrack }) {
  const fieldId = `lyrics-${track.id}`
  const draft = useSignal<string | null>(null)
  const problem = useSignal('')
  // The list omits lyrics when they are too long in all.
  const late = useSignal<string | null>(null)
  const isLate = track.lyricsUrl !== undefined && late.value === null
  const kept = track.lyrics ?? late.value ?? ''
  useEffect(() => {
    if (!isLate) return
    void api
      .tracks({ id: track.id })
      .lyrics.get()
      .then(({ data, error }) => {
        if (error) problem.value = problemOf(error)
        else late.value = data.lyrics ?? ''
      })
  }, [isLate])
  useEffect(() => () => noteDraft(fieldId, false), [fieldId])
  const keep = async () => {
    const words = draft.value
    if (words === null) return
    if (words === kept) return noteDraft(fieldId, false)
    problem.value = lengthFault(words, longest.lyrics)
    if (problem.value !== '') return
    const trouble = await editor.changeTrack(track.id, { lyrics: words.trim() === '' ? null : words })
    problem.value = trouble?.text ?? ''
    if (trouble) return
    if (late.value !== null) late.value = words
    if (draft.value === words) {
      draft.value = null
      noteDraft(fieldId, false)
    }
  }
  return (
    <div class="field">
      <textarea
        id={fieldId}
        rows={6}
        dir="auto"
        aria-label={say('Lyrics of {title}', { title: track.title })}
        aria-describedby={`${fieldId}-problem`}
        disabled={isLate}
        placeholder={say('No lyrics yet. Type or paste them here.')}
        value={draft.value ?? kept}
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value
          noteDraft(fieldId, true)
        }}
        onBlur={() => void keep()}
      />
      <Said role="alert" class="problem" id={`${fieldId}-problem`}>
        {problem}
      </Said>
    </div>
  )
}
