import { useComputed } from '@preact/signals'
import { say } from '../../src/lib/language/say.ts'
import { Icon } from '../lib/icon.tsx'
import { play } from './engine.ts'
import { current, offered, playing, waiting } from './state.ts'

/** `go` unless something else is the main key of its page. */
export default function PlayPage({ label, look = 'go' }: { label: string; look?: string }) {
  const isHere = useComputed(() => offered.value.some(({ id }) => id === current.value?.id))
  const isPlaying = useComputed(() => isHere.value && playing.value)
  const isDown = useComputed(() => isPlaying.value || (isHere.value && waiting.value))
  const press = () => {
    const place = offered.value.findIndex(({ id }) => id === current.value?.id)
    play(offered.value, Math.max(0, place))
  }
  return (
    <button type="button" class={`key needs-js ${look}${isDown.value ? ' down' : ''}`} onClick={press}>
      <Icon name={isPlaying.value ? 'pause' : 'play'} />
      {isPlaying.value ? say('Pause') : label}
    </button>
  )
}
