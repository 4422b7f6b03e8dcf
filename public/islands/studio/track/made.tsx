import { useSignal } from '@preact/signals'
import type { TrackPatch } from '../../../../src/casset/track/model.ts'
import type { AiDisclosure } from '../../../../src/casset/track/shape.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { aiAreas, aiInvolvements } from '../../../../src/lib/music/ai-labels.ts'
import { Said } from '../../../lib/said.tsx'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

const kinds = () =>
  [
    { value: 'ORIGINAL', text: say('Made by people') },
    { value: 'GENERATION', text: say('Made with AI') },
  ] as const

/** How one track was made, where that is not how its casset was. */
export function Made({ editor, track: { id, kind, aiDisclosure } }: { editor: CassetEditor; track: OwnerTrack }) {
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
    <>
      <fieldset class="field stickers">
        <legend class="sr">{say('How it was made')}</legend>
        {kinds().map(({ value, text }) => (
          <label key={value}>
            <input
              type="radio"
              name={`kind-${id}`}
              value={value}
              checked={kind === value}
              onChange={() => void change({ kind: value })}
            />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      <div class="identifiers">
        {aiAreas().map(({ area, text }) => (
          <div key={area} class="field">
            <label for={`ai-${area}-${id}`}>{text}</label>
            <select
              id={`ai-${area}-${id}`}
              value={aiDisclosure[area] ?? ''}
              aria-describedby={`made-${id}-problem`}
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
      </div>
      <Said role="alert" class="problem" id={`made-${id}-problem`}>
        {problem}
      </Said>
    </>
  )
}
