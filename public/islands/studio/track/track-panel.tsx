import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { Fold } from '../../../lib/fold.tsx'
import { painted } from '../../../lib/painted.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'
import { HookEditor, HookSeconds } from '../hook/hook-editor.tsx'
import { useHookWindow } from '../hook/use-hook-window.ts'
import { KeptSwitch } from '../kept-switch.tsx'
import { By } from './by.tsx'
import { Credits } from './credits.tsx'
import { FileFacts } from './file-facts.tsx'
import { Identifiers } from './identifiers.tsx'
import { Lyrics } from './lyrics.tsx'
import { Made } from './made.tsx'
import { OtherTapes } from './other-tapes.tsx'
import { Stems } from './stems.tsx'
import { TrackPrice } from './track-price.tsx'

type TrackPanelProps = { editor: CassetEditor; track: OwnerTrack; onErase: () => void }

export function TrackPanel(props: TrackPanelProps) {
  const isDrawn = useSignal(false)
  // They take a slow phone 200 ms, in which the press would seem to be lost.
  useLayoutEffect(() => void painted().then(() => (isDrawn.value = true)), [])
  return (
    <section class="track-panel" aria-label={say('Details of {title}', { title: props.track.title })}>
      {isDrawn.value && <Details {...props} />}
    </section>
  )
}

function Details({ editor, track, onErase }: TrackPanelProps) {
  const { id, active, file, durationSec, title, wholeForAll } = track
  const isReady = file.status === 'READY'
  const trackSec = isReady ? (durationSec ?? 0) : 0
  const hook = useHookWindow(editor, track, trackSec)
  return (
    <>
      {trackSec > 0 && (
        <section aria-label={say('Hook')}>
          <h3>{say('Hook')}</h3>
          <HookEditor
            track={track}
            trackSec={trackSec}
            hook={hook}
            isOpen={wholeForAll === true || editor.casset.value.wholeForAll === true}
          />
        </section>
      )}
      <section>
        <h3>{say('Lyrics')}</h3>
        <Lyrics editor={editor} track={track} />
      </section>
      <KeptSwitch id={`shown-${id}`} checked={active} onKeep={(active) => editor.changeTrack(id, { active })}>
        {say('Visible on the page')}
      </KeptSwitch>
      <Fold summary={say('More about this track')}>
        {trackSec > 0 && (
          <section>
            <h3>{say('Hook to the second')}</h3>
            <HookSeconds id={id} hook={hook} />
            <p class="acts">
              <a class="key" href={`/@${editor.casset.value.slug}/clip/video?track=${id}`}>
                {say('Make a clip')}
              </a>
            </p>
          </section>
        )}
        <section>
          <h3>{say('By ## above the names of those who made a track')}</h3>
          <By editor={editor} track={track} />
        </section>
        <section>
          <h3>{say('Credits ## who played, wrote and recorded it')}</h3>
          <Credits editor={editor} track={track} />
        </section>
        <section>
          <h3>{say('How it was made')}</h3>
          <p class="hint">{say('Only where it differs from the whole casset.')}</p>
          <Made editor={editor} track={track} />
        </section>
        <section>
          <h3>{say('Price')}</h3>
          <TrackPrice editor={editor} track={track} />
          <KeptSwitch
            id={`whole-${id}`}
            checked={wholeForAll === true}
            onKeep={(wholeForAll) => editor.changeTrack(id, { wholeForAll })}
          >
            {say('Everybody hears this track whole')}
          </KeptSwitch>
        </section>
        <section>
          <h3>{say('Stems')}</h3>
          <Stems editor={editor} track={track} />
        </section>
        <section>
          <h3>{say('Identifiers')}</h3>
          <Identifiers editor={editor} track={track} />
        </section>
        <section class="stack">
          <h3>{say('File')}</h3>
          <FileFacts track={track} editor={editor} />
          {isReady && !track.artist && <OtherTapes editor={editor} track={track} />}
          <button type="button" class="key bad" onClick={onErase} aria-label={say('Delete track: {title}', { title })}>
            {say('Delete track')}
          </button>
        </section>
      </Fold>
    </>
  )
}
