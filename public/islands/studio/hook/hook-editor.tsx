import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { Icon } from '../../../lib/icon.tsx'
import { inParts } from '../../../lib/in-parts.tsx'
import { Inline } from '../../../lib/inline.tsx'
import { noteDraft } from '../../../lib/save-state.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'
import { HookSliders } from './hook-sliders.tsx'
import { type HookWindow, longestSec, secondsOfText, startAt, textOfSeconds } from './hook-window.ts'
import { createWindowPlayer } from './window-player.ts'

/** A moved window is saved after it has not changed for this long. */
const restMs = 700

type HookEditorProps = { editor: CassetEditor; track: OwnerTrack; trackSec: number }

export function HookEditor({ editor, track, trackSec }: HookEditorProps) {
  const { id } = track
  const draft = useSignal<HookWindow | null>(null)
  const peaks = useSignal<readonly number[] | null>(null)
  const problem = useSignal('')
  const player = useMemo(createWindowPlayer, [id])
  const shown = draft.value ?? editor.pendingHooks.value.get(id) ?? track.hook

  const fetchPeaks = async () => {
    problem.value = ''
    const { data, error } = await api.audio.waveform({ trackId: id }).get()
    if (error) problem.value = troubleOf(error).text
    else peaks.value = data
  }
  const keep = async (wanted: HookWindow) => {
    const trouble = await editor.changeTrack(id, { hookStartSec: wanted.startSec, hookDurationSec: wanted.durationSec })
    if (trouble) problem.value = trouble.text
    if (draft.value === wanted) draft.value = null
  }
  useEffect(() => void fetchPeaks(), [id, track.waveformApproximate])
  useEffect(() => {
    return () => {
      player.close()
      // Closed before that time: saved at once.
      if (draft.value) void keep(draft.value)
    }
  }, [id])
  useSignalEffect(() => {
    const wanted = draft.value
    noteDraft(`hook-${id}`, wanted !== null)
    if (wanted === null) return
    const timer = setTimeout(() => void keep(wanted), restMs)
    return () => clearTimeout(timer)
  })

  const put = (window: HookWindow) => {
    draft.value = window
    if (player.at.value !== null) player.stop()
  }
  const nudge = (seconds: number) => put(startAt(shown, shown.startSec + seconds, trackSec))
  const isPlaying = player.at.value !== null

  return (
    <div class="hook-editor stack">
      <p class="hint">
        {inParts(
          say(
            'Everybody hears this part; the rest is for people who bought it. Drag it<span>, or move it with the arrow keys</span>.',
          ),
          { span: (text) => <span class="with-keys">{text}</span> },
        )}
      </p>
      <HookSliders
        title={track.title}
        peaks={peaks.value}
        window={shown}
        trackSec={trackSec}
        playedAt={player.at}
        onPut={put}
      />
      {track.waveformApproximate && (
        <p class="hint">{say('This waveform is an estimate until a browser has decoded the file here.')}</p>
      )}
      <div class="acts">
        <button
          type="button"
          class="key"
          onClick={() => (isPlaying ? player.stop() : void player.play(id, shown))}
          aria-label={isPlaying ? say('Stop') : say('Play the hook of {title}', { title: track.title })}
        >
          <Icon name={isPlaying ? 'stop' : 'play'} />
          {isPlaying ? say('Stop') : say('Play the hook')}
        </button>
        <span class="acts">
          <button type="button" class="key" onClick={() => nudge(-1)} aria-label={say('−1 s: hook one second earlier')}>
            {say('−1 s')}
          </button>
          <button type="button" class="key" onClick={() => nudge(1)} aria-label={say('+1 s: hook one second later')}>
            {say('+1 s')}
          </button>
        </span>
        <span class="from">
          <span class="mono" aria-hidden="true">
            {say('from ## the second at which a hook starts')}
          </span>
          <Inline
            id={`from-${id}`}
            label={say('Hook starts at')}
            value={textOfSeconds(shown.startSec)}
            faultOf={(text) => (secondsOfText(text) === null ? say('Enter minutes and seconds, like 1:05.') : '')}
            onKeep={async (text) => {
              put(startAt(shown, secondsOfText(text) ?? shown.startSec, trackSec))
              return null
            }}
          />
        </span>
        <span class="mono">
          {player.at.value !== null &&
            `${say('at {time} ## where a track is', { time: textOfSeconds(Math.floor(player.at.value)) })} · `}

          {say('{length} of {whole}', {
            length: textOfSeconds(Math.min(longestSec, shown.durationSec)),
            whole: textOfSeconds(trackSec),
          })}
        </span>
        {editor.pendingHooks.value.has(id) && (
          <span class="hand" role="status">
            {say('Preparing the hook…')}
          </span>
        )}
      </div>
      <p class="problem" role="alert">
        {problem.value || player.problem.value}
      </p>
      {problem.value && peaks.value === null && (
        <button type="button" class="key" onClick={() => void fetchPeaks()}>
          <Icon name="retry" />
          {say('Try again')}
        </button>
      )}
    </div>
  )
}
