import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { type KeepProgress, keepTape } from '../../kept/keep-tape.ts'
import { canKeep, keptList, stateOf } from '../../kept/kept-list.ts'
import { announce } from '../../lib/announce.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import type { Tape } from '../../player/state.ts'

export type KeepOfflineProps = { tape: Tape; purchaseId: string }

export default function KeepOffline({ tape, purchaseId }: KeepOfflineProps) {
  const cannot = useSignal(false)
  const progress = useSignal<KeepProgress | null>(null)
  const problem = useSignal('')
  useEffect(() => {
    cannot.value = !canKeep()
  }, [])
  if (cannot.value) return null
  const kept = keptList.value?.tapes.find((each) => each.purchaseId === purchaseId)
  const state = kept && stateOf(kept)
  const isWhole = state !== undefined && state.here === state.all && state.replaced === 0
  const press = async () => {
    problem.value = ''
    progress.value = { here: 0, all: 0 }
    announce(progressText(progress.value))
    problem.value = await keepTape({ tape, purchaseId }, (now) => {
      progress.value = now
    })
    progress.value = null
    if (problem.value === '')
      announce(say('Kept offline<span> – {name}</span>', { name: tape.name }).replace(/<.*?>/g, ''))
  }
  return (
    <>
      {isWhole && progress.value === null ? (
        <a class="link" href="#kept">
          {inParts(say('Kept offline<span> – {name}</span>', { name: tape.name }), {
            span: (text) => <span class="sr">{text}</span>,
          })}
        </a>
      ) : (
        <button
          type="button"
          class="link needs-js"
          aria-disabled={progress.value !== null || undefined}
          onClick={() => {
            if (progress.value === null) void press()
          }}
        >
          {inParts(say('Keep offline<span> – {name}</span>', { name: tape.name }), {
            span: (text) => <span class="sr">{text}</span>,
          })}
        </button>
      )}
      <span class="mono">{progress.value && progressText(progress.value)}</span>
      <Said as="span" role="alert" class="problem">
        {problem}
      </Said>
    </>
  )
}

export const progressText = ({ here, all }: KeepProgress): string =>
  all === 0 ? say('Looking…') : say('Fetching track {track} of {all}…', { track: here + 1, all })
