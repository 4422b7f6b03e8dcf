import { useSignal } from '@preact/signals'
import type { TrackPatch } from '../../../../src/casset/track/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { Said } from '../../../lib/said.tsx'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

const codes = () =>
  [
    { name: 'isrc', text: 'ISRC' },
    { name: 'iswc', text: 'ISWC' },
    { name: 'mbid', text: say('MusicBrainz recording ID') },
  ] as const

export function Identifiers({ editor, track }: { editor: CassetEditor; track: OwnerTrack }) {
  const { id } = track
  const problem = useSignal('')
  const change = async (patch: TrackPatch) => {
    const trouble = await editor.changeTrack(id, patch)
    problem.value = trouble?.text ?? ''
  }
  return (
    <div class="identifiers">
      {codes().map(({ name, text }) => (
        <div key={name} class="field">
          <label for={`${name}-${id}`}>{text}</label>
          <div class="line">
            <input
              id={`${name}-${id}`}
              autocomplete="off"
              spellcheck={false}
              placeholder={say('None')}
              value={track[name] ?? ''}
              aria-describedby={`identifiers-${id}-problem`}
              onChange={({ currentTarget }) => void change({ [name]: currentTarget.value.trim() || null })}
            />
          </div>
        </div>
      ))}
      <Said role="alert" class="problem" id={`identifiers-${id}-problem`}>
        {problem}
      </Said>
    </div>
  )
}
