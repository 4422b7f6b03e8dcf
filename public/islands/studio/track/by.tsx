import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { type ByName, byText, mostByNames } from '../../../../src/lib/music/by.ts'
import { byBeside, byOfLines, isSameBy, linesOfBy, splitGuests } from '../../../../src/lib/music/by-lines.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { lengthOf } from '../../../lib/form.ts'
import { Said } from '../../../lib/said.tsx'
import { noteDraft } from '../../../lib/save-state.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'
import { NamedAccountsFields } from './named-accounts.tsx'

/** The field for those who made a track, where that is not the artist of its casset. */
export function By({ editor, track }: { editor: CassetEditor; track: OwnerTrack }) {
  const fieldId = `by-${track.id}`
  const draft = useSignal<string | null>(null)
  const problem = useSignal('')
  const artist = track.artist?.displayName ?? editor.artistName
  const kept = linesOfBy(track.by ?? [])
  const split = splitGuests(track.by ?? [])
  const found = byBeside([artist], track.file.tags.by ?? [])
  const offered = split ?? (found !== null && !isSameBy(found, track.by ?? null) ? found : null)
  useEffect(() => () => noteDraft(fieldId, false), [fieldId])
  const send = async (by: ByName[]) => {
    problem.value = problemOf(by)
    if (problem.value !== '') return false
    const trouble = linesOfBy(by) === kept ? null : await editor.changeTrack(track.id, { by })
    problem.value = trouble?.text ?? ''
    return trouble === null
  }
  const keep = async () => {
    const lines = draft.value
    if (lines === null || !(await send(byOfLines(lines))) || draft.value !== lines) return
    draft.value = null
    noteDraft(fieldId, false)
  }
  return (
    <div class="field">
      <textarea
        id={fieldId}
        rows={3}
        dir="auto"
        aria-label={say('Artists of {title}', { title: track.title })}
        aria-describedby={`${fieldId}-hint ${fieldId}-problem`}
        aria-invalid={problem.value !== ''}
        placeholder={artist}
        value={draft.value ?? kept}
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value
          noteDraft(fieldId, true)
        }}
        onBlur={() => void keep()}
      />
      <p class="hint" id={`${fieldId}-hint`}>
        {say(
          'A name on each line. Put “with:” before a guest, “remix:” before who remixed it. Left empty it is {artist}.',
          {
            artist,
          },
        )}
      </p>
      {offered !== null && draft.value === null && (
        <p class="acts">
          <button type="button" class="key" onClick={() => void send(offered)}>
            {split === null
              ? say('Take from the file: {by}', { by: byText(offered, artist) })
              : say('Write it as “{by}”', { by: byText(offered, artist) })}
          </button>
        </p>
      )}
      <Said role="alert" class="problem" id={`${fieldId}-problem`}>
        {problem}
      </Said>
      <NamedAccountsFields track={track} />
    </div>
  )
}

function problemOf(by: readonly ByName[]): string {
  if (by.length > mostByNames) return say('Use at most {number} lines.', { number: mostByNames })
  const long = by.find(({ name }) => lengthOf(name) > longest.byName)
  return long ? say('This line is too long: “{line}”.', { line: long.name }) : ''
}
