import { useComputed } from '@preact/signals'
import { say } from '../../src/lib/language/say.ts'
import { clock } from '../lib/clock.ts'
import { Icon } from '../lib/icon.tsx'
import { seek, setVolume } from './engine.ts'
import { duration, time, volume } from './state.ts'
import { useSlider } from './use-slider.ts'

/** A component of its own, as is the seek bar: only these render again while the tape runs. */
export function Counter() {
  const heard = useComputed(() => clock(time.value))
  const length = useComputed(() => clock(duration.value))
  return (
    <span class="counter" aria-hidden="true">
      <b>{heard}</b>
      <i>{length}</i>
    </span>
  )
}

export function SeekBar() {
  const tenth = useComputed(() => Math.round(time.value * 10) / 10)
  const { told, ...keys } = useSlider(tenth, seek)
  return (
    <input
      class="seek"
      type="range"
      min={0}
      max={duration.value || 1}
      step={0.1}
      value={told.value}
      aria-label={say('Seek')}
      aria-valuetext={say('{time} of {length}', { time: clock(told.value), length: clock(duration.value) })}
      {...keys}
      onInput={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
    />
  )
}

let isFixed: boolean | undefined

/** Whether pages cannot set the volume: on an iPhone only the buttons of the device do. */
function isLoudnessFixed(): boolean {
  if (isFixed === undefined) {
    const audio = new Audio()
    audio.volume = 0.5
    isFixed = audio.volume !== 0.5
  }
  return isFixed
}

export const Volume = () =>
  isLoudnessFixed() ? null : (
    <label class="volume">
      <Icon name="volume" />
      <span class="sr">{say('Volume')}</span>
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={volume.value}
        onInput={({ currentTarget }) => setVolume(currentTarget.valueAsNumber)}
      />
    </label>
  )
