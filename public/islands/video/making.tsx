import type { ReadonlySignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { Said } from '../../lib/said.tsx'
import type { MakingState } from './use-making.ts'

type MakingProps = {
  state: ReadonlySignal<MakingState>
  isReady: boolean
  isLoading: boolean
  onMake: () => void
  onCancel: () => void
}

export function Making({ state, isReady, isLoading, onMake, onCancel }: MakingProps) {
  const now = state.value
  if (now.kind === 'making') {
    const percent = Math.round(now.part * 100)
    return (
      <div class="clip-making">
        <progress aria-label={say('Making the clip')} value={now.part} max={1}>
          {percent} %
        </progress>
        <span class="mono" aria-hidden="true">
          {percent} %
        </span>
        <button type="button" class="key" onClick={onCancel}>
          {say('Cancel')}
        </button>
        {now.isRecorded && (
          <p class="hint">{say('This browser records the clip as it plays. Keep this tab in front.')}</p>
        )}
      </div>
    )
  }
  return (
    <div class="acts">
      <button type="button" class={now.kind === 'made' ? 'key' : 'key go'} disabled={!isReady} onClick={onMake}>
        {now.kind === 'made' ? say('Make another') : say('Make the clip')}
      </button>
      {!isReady && isLoading && <span class="hand">{say('Winding to the hook…')}</span>}
      <Said role="alert" class="problem">
        {now.kind === 'idle' ? now.why : ''}
      </Said>
    </div>
  )
}
