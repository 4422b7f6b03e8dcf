import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { problemOf } from '../../lib/api.ts'
import { Icon } from '../../lib/icon.tsx'
import { Said } from '../../lib/said.tsx'
import { play } from '../../player/engine.ts'
import { fetchCues } from '../../player/fetch-cues.ts'
import { type Cue, queue, type Tape } from '../../player/state.ts'

export type PlayAllProps = {
  tapes: readonly { tape: Tape; purchaseId: string }[]
}

/**
 * Plays one tape after another: the first at once, and the others are put behind it while it plays,
 * until the listener plays something else.
 */
export default function PlayAll({ tapes }: PlayAllProps) {
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const press = async () => {
    problem.value = ''
    isBusy.value = true
    let mine: readonly Cue[] | null = null
    for (const { tape, purchaseId } of tapes) {
      const { error, cues } = await fetchCues(tape, purchaseId)
      if (mine !== null && queue.value !== mine) break
      if (error) {
        problem.value = problemOf(error)
        break
      }
      if (cues.length === 0) continue
      if (mine === null) play(cues, 0)
      else queue.value = [...mine, ...cues]
      mine = queue.value
    }
    isBusy.value = false
  }
  return (
    <p class="play-all">
      <button type="button" class="key go needs-js" aria-busy={isBusy.value} onClick={() => void press()}>
        <Icon name="play" />
        {tapes.length === 1 ? say('Play it') : say('Play all {tapes} ## cassets', { tapes: tapes.length })}
      </button>
      <Said as="span" class="problem">
        {problem}
      </Said>
    </p>
  )
}
