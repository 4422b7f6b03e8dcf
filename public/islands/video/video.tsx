import { say } from '../../../src/lib/language/say.ts'
import { Said } from '../../lib/said.tsx'
import '../../lib/form-parts.ts'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { fileName } from '../../../src/lib/file/file-name.ts'
import { proposeLyrics } from '../../exporter/lyrics.ts'
import { type Layout, sizes } from '../../exporter/scene.ts'
import { Icon } from '../../lib/icon.tsx'
import { LayoutChoice } from './layout-choice.tsx'
import { Made } from './made.tsx'
import { Making } from './making.tsx'
import { useMaking } from './use-making.ts'
import { useMaterial } from './use-material.ts'

export type VideoProps = {
  track: {
    id: string
    title: string
    hookId: string
    hook: { startSec: number; durationSec: number }
    durationSec: number
    lyrics: string | null
  }
  artist: string
  casset: string
  handle: string
  /** The address of the music, as people type it. */
  address: string
  cover: string | null
  worker: string
  isOwn: boolean
}

const longestName = 180
/** Machines with fewer processors use the smaller picture, unless their owner decides otherwise. */
const fewProcessors = 2

export default function Video(props: VideoProps) {
  const { track, artist, isOwn } = props
  const part = { ...track.hook, trackSec: track.durationSec }
  const layout = useSignal<Layout>('sleeve')
  const size = useSignal<keyof typeof sizes>('large')
  const lyrics = useSignal(useMemo(() => proposeLyrics(track.lyrics, part), [track.id]))
  const material = useMaterial(props, lyrics, part)
  const making = useMaking(props)
  useEffect(() => {
    if (navigator.hardwareConcurrency <= fewProcessors) size.value = 'small'
  }, [])
  const make = () => {
    const { sound, scene } = material
    if (sound.value) void making.make(scene(layout.value, sizes[size.value]), sound.value)
  }
  const { state } = making
  const name = fileName(`${artist} - ${track.title}`, longestName) || say('Clip')
  return (
    <>
      <div class="clip-maker">
        <LayoutChoice layout={layout} material={material} />
        <div class="clip-words">
          <div class="field">
            <label for="clip-words">{say('Words on the clip')}</label>
            <textarea
              id="clip-words"
              rows={4}
              dir="auto"
              maxLength={2000}
              aria-describedby="clip-words-hint"
              value={lyrics}
              onInput={({ currentTarget }) => {
                lyrics.value = currentTarget.value
              }}
            />
            <p class="hint" id="clip-words-hint">
              {say(
                'Lines are shown one at a time, each for the same length. A time before a line, like [0:41.5], says when it starts. Leave it empty for a clip without words.',
              )}
            </p>
          </div>
          <SizeChoice size={size} />
          {material.trouble.value && (
            <Said as="div" role="alert" class="problem">
              <p>{material.trouble}</p>
              <button type="button" class="key" onClick={material.load}>
                <Icon name="retry" />
                {say('Try again')}
              </button>
            </Said>
          )}
          <Making
            state={state}
            isReady={material.sound.value !== null}
            isLoading={material.trouble.value === ''}
            onMake={make}
            onCancel={making.cancel}
          />
        </div>
      </div>
      {state.value.kind === 'made' && (
        <Made
          key={state.value.url}
          made={state.value}
          name={name}
          artist={artist}
          hookId={track.hookId}
          isOwn={isOwn}
        />
      )}
    </>
  )
}

const labels = () => ({
  large: say('1080 × 1920, sharp on every phone'),
  small: say('720 × 1280, quicker and smaller'),
})

const SizeChoice = ({ size }: { size: Signal<keyof typeof sizes> }) => (
  <fieldset class="row ways">
    <legend>{say('Size')}</legend>
    {(['large', 'small'] as const).map((each) => (
      <label key={each} class="tap">
        <input
          type="radio"
          name="size"
          value={each}
          checked={size.value === each}
          onChange={() => {
            size.value = each
          }}
        />
        {labels()[each]}
      </label>
    ))}
  </fieldset>
)
