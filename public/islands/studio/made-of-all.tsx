import { useSignal } from '@preact/signals'
import type { AiDisclosure } from '../../../src/casset/track/shape.ts'
import { say } from '../../../src/lib/language/say.ts'
import { aiAreas, disclosureText, isMadeAlike } from '../../../src/lib/music/ai-labels.ts'
import { Fold } from '../../lib/fold.tsx'
import { Said } from '../../lib/said.tsx'
import type { CassetEditor, OwnerTrack } from './casset-editor.ts'

const ways = () =>
  [
    { value: 'NONE', text: say('Made by people') },
    { value: 'ASSISTED', text: say('With help of AI') },
    { value: 'GENERATED', text: say('By AI') },
  ] as const

type Way = ReturnType<typeof ways>[number]['value']
type Told = Pick<OwnerTrack, 'kind' | 'aiDisclosure'>

/** Says once for all tracks of a casset how they were made; a track's details have exceptions. */
export function MadeOfAll({ editor }: { editor: CassetEditor }) {
  const problem = useSignal('')
  const said = saidOfAll(editor.tracks.value)
  const way = said && wayOf(said)
  const send = async (wanted: Way, isWithAi: (area: keyof AiDisclosure) => boolean) => {
    const aiDisclosure: AiDisclosure = {}
    for (const { area } of aiAreas()) aiDisclosure[area] = isWithAi(area) ? wanted : 'NONE'
    const trouble = await editor.sayMade({ kind: wanted === 'GENERATED' ? 'GENERATION' : 'ORIGINAL', aiDisclosure })
    problem.value = trouble?.text ?? ''
  }
  const isWithAi = (area: keyof AiDisclosure) => said?.aiDisclosure[area] === way
  return (
    <section aria-labelledby="made-title">
      <Fold
        summary={
          <>
            <h2 id="made-title">{say('How it was made')}</h2> <small>{textOf(said)}</small>
          </>
        }
      >
        <fieldset class="field stickers">
          <legend class="sr">{say('How it was made')}</legend>
          {ways().map(({ value, text }) => (
            <label key={value}>
              <input
                type="radio"
                name="made"
                value={value}
                checked={value === way}
                aria-describedby="made-problem"
                onChange={() => void send(value, () => true)}
              />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
        {(way === 'ASSISTED' || way === 'GENERATED') && (
          <fieldset class="field stickers">
            <legend>{say('With AI')}</legend>
            {aiAreas().map(({ area, text }) => (
              <label key={area}>
                <input
                  type="checkbox"
                  checked={isWithAi(area)}
                  onChange={({ currentTarget }) =>
                    void send(way, (each) => (each === area ? currentTarget.checked : isWithAi(each)))
                  }
                />
                <span>{text}</span>
              </label>
            ))}
          </fieldset>
        )}
        <p class="hint">{say('It holds for all tracks. A single one can differ: its details say so.')}</p>
        <Said role="alert" class="problem" id="made-problem">
          {problem}
        </Said>
      </Fold>
    </section>
  )
}

/** Returns what is said of each track alike; null where they differ. */
function saidOfAll([first, ...others]: readonly OwnerTrack[]): Told | null {
  if (!first) return null
  return others.every((other) => isMadeAlike(first, other)) ? first : null
}

/** Returns the way that covers all areas; null where several do, or one is not said. */
function wayOf({ kind, aiDisclosure }: Told): Way | null {
  const words = new Set(aiAreas().map(({ area }) => aiDisclosure[area]))
  const [word, ...more] = [...words].filter((each) => each !== 'NONE')
  if (more.length > 0) return null
  if (word === undefined) return words.has('NONE') && !words.has(undefined) && kind === 'ORIGINAL' ? 'NONE' : null
  return (word === 'GENERATED') === (kind === 'GENERATION') ? word : null
}

function textOf(said: Told | null): string {
  if (said === null) return say('not the same for all tracks')
  if (wayOf(said) === 'NONE') return say('Made by people')
  return disclosureText(said.aiDisclosure).said.join(' · ') || say('not said yet ## how tracks were made')
}
