import { useSignal } from '@preact/signals'
import type { TrackPatch } from '../../../../src/casset/track/model.ts'
import type { AiDisclosure } from '../../../../src/casset/track/shape.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { aiAreas, aiInvolvements } from '../../../../src/lib/music/ai-labels.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

const codes = () =>
  [
    { name: 'isrc', text: 'ISRC' },
    { name: 'iswc', text: 'ISWC' },
    { name: 'mbid', text: say('MusicBrainz recording ID') },
  ] as const

export function Identifiers({ editor, track }: { editor: CassetEditor; track: OwnerTrack }) {
  const { id, aiDisclosure } = track
  const problem = useSignal('')
  const change = async (patch: TrackPatch) => {
    const trouble = await editor.changeTrack(id, patch)
    problem.value = trouble?.text ?? ''
  }
  const disclose = (area: keyof AiDisclosure, word: string) => {
    const said = aiInvolvements().find(({ value }) => value === word)?.value
    void change({ aiDisclosure: { [area]: said ?? null } })
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
      {aiAreas().map(({ area, text }) => (
        <div key={area} class="field">
          <label for={`ai-${area}-${id}`}>{text}</label>
          <select
            id={`ai-${area}-${id}`}
            value={aiDisclosure[area] ?? ''}
            onChange={({ currentTarget }) => disclose(area, currentTarget.value)}
          >
            <option value="">{say('Not specified')}</option>
            {aiInvolvements().map((each) => (
              <option key={each.value} value={each.value}>
                {each.text}
              </option>
            ))}
          </select>
        </div>
      ))}
      <p class="problem" id={`identifiers-${id}-problem`} role="alert">
        {problem}
      </p>
    </div>
  )
}
