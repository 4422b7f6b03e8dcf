import { say } from '../../../../src/lib/language/say.ts'
import { Icon } from '../../../lib/icon.tsx'
import { inParts } from '../../../lib/in-parts.tsx'
import { Inline } from '../../../lib/inline.tsx'
import { Said } from '../../../lib/said.tsx'
import type { OwnerTrack } from '../casset-editor.ts'
import { HookSliders } from './hook-sliders.tsx'
import { longestSec, secondsOfText, textOfSeconds } from './hook-window.ts'
import type { MovedHook } from './use-hook-window.ts'

type HookEditorProps = { track: OwnerTrack; trackSec: number; hook: MovedHook; isOpen: boolean }

export function HookEditor({ track, trackSec, hook, isOpen }: HookEditorProps) {
  const { shown, player, peaks, problem } = hook
  const isPlaying = player.at.value !== null
  return (
    <div class="hook-editor stack">
      <p class="hint">
        {inParts(
          isOpen
            ? say(
                'Everybody hears all of it; this part is for clips. Drag it<span>, or move it with the arrow keys</span>.',
              )
            : say(
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
        onPut={hook.put}
      />
      {track.waveformApproximate && (
        <p class="hint">{say('This waveform is an estimate until a browser has decoded the file here.')}</p>
      )}
      <div class="acts">
        <button
          type="button"
          class="key"
          onClick={() => (isPlaying ? player.stop() : void player.play(track.id, shown))}
          aria-label={isPlaying ? say('Stop') : say('Play the hook of {title}', { title: track.title })}
        >
          <Icon name={isPlaying ? 'stop' : 'play'} />
          {isPlaying ? say('Stop') : say('Play the hook')}
        </button>
        <span class="mono">
          {player.at.value !== null &&
            `${say('at {time} ## where a track is', { time: textOfSeconds(Math.floor(player.at.value)) })} · `}

          {say('{length} of {whole}', {
            length: textOfSeconds(Math.min(longestSec, shown.durationSec)),
            whole: textOfSeconds(trackSec),
          })}
        </span>
        {hook.isBeingCut && (
          <Said as="span" class="hand">
            {say('Preparing the hook…')}
          </Said>
        )}
      </div>
      <Said role="alert" class="problem">
        {problem.value || player.problem.value}
      </Said>
      {problem.value && peaks.value === null && (
        <button type="button" class="key" onClick={() => void hook.fetchPeaks()}>
          <Icon name="retry" />
          {say('Try again')}
        </button>
      )}
    </div>
  )
}

/** Moves the hook by seconds, and to one that is typed. */
export const HookSeconds = ({ id, hook }: { id: string; hook: MovedHook }) => (
  <div class="acts hook-editor">
    <span class="acts">
      <button
        type="button"
        class="key"
        onClick={() => hook.startAt(hook.shown.startSec - 1)}
        aria-label={say('−1 s: hook one second earlier')}
      >
        {say('−1 s')}
      </button>
      <button
        type="button"
        class="key"
        onClick={() => hook.startAt(hook.shown.startSec + 1)}
        aria-label={say('+1 s: hook one second later')}
      >
        {say('+1 s')}
      </button>
    </span>
    <span class="from">
      <span class="mono" aria-hidden="true">
        {say('from ## the second at which a hook starts')}
      </span>
      <Inline
        id={`from-${id}`}
        label={`${say('from ## the second at which a hook starts')}: ${say('Hook starts at')}`}
        value={textOfSeconds(hook.shown.startSec)}
        faultOf={(text) => (secondsOfText(text) === null ? say('Enter minutes and seconds, like 1:05.') : '')}
        onKeep={async (text) => {
          hook.startAt(secondsOfText(text) ?? hook.shown.startSec)
          return null
        }}
      />
    </span>
  </div>
)
