import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { longest } from '../../../../src/lib/longest.ts'
import { api, problemOf } from '../../../lib/api.ts'
import { lengthOf } from '../../../lib/form.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

/** The words of a track: kept by a key, or when they are left. */
export function Lyrics({ editor, track }: { editor: CassetEditor; track: OwnerTrack }) {
  const draft = useSignal<string | null>(null)
  const problem = useSignal('')
  const said = useSignal('')
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
  const isChanged = draft.value !== null && draft.value !== kept
  const keep = async () => {
    const words = draft.value
    if (words === null || words === kept) return
    if (lengthOf(words) > longest.lyrics) {
      problem.value = `Use at most ${longest.lyrics.toLocaleString('en')} characters.`
      return
    }
    const trouble = await editor.changeTrack(track.id, { lyrics: words.trim() === '' ? null : words })
    problem.value = trouble?.text ?? ''
    if (trouble) return
    if (late.value !== null) late.value = words
    if (draft.value === words) draft.value = null
    said.value = 'Saved'
  }
  return (
    <div class="field">
      <textarea
        id={`lyrics-${track.id}`}
        rows={6}
        dir="auto"
        aria-label={`Lyrics of ${track.title}`}
        aria-describedby={`lyrics-${track.id}-problem`}
        disabled={isLate}
        placeholder="No lyrics yet. Type or paste them here."
        value={draft.value ?? kept}
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value
          said.value = ''
        }}
        onBlur={() => void keep()}
      />
      <p class="problem" id={`lyrics-${track.id}-problem`} role="alert">
        {problem}
      </p>
      <div class="acts">
        <button type="button" class="key" disabled={!isChanged} onClick={() => void keep()}>
          Save lyrics
        </button>
        <span class="hand said" role="status">
          {said}
        </span>
      </div>
    </div>
  )
}
