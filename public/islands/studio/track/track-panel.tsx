import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { TrackPatch } from '../../../../src/casset/track/model.ts'
import { isUnmeasured } from '../../../../src/lib/audio/formats.ts'
import { tenthText } from '../../../../src/lib/language/formats.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { painted } from '../../../lib/painted.ts'
import { sizeOf } from '../../../lib/size.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'
import { HookEditor } from '../hook/hook-editor.tsx'
import { Credits } from './credits.tsx'
import { Identifiers } from './identifiers.tsx'
import { Lyrics } from './lyrics.tsx'
import { OtherTapes } from './other-tapes.tsx'
import { Said } from './said.tsx'
import { Stems } from './stems.tsx'
import { TrackPrice } from './track-price.tsx'

type TrackPanelProps = { editor: CassetEditor; track: OwnerTrack; onErase: () => void }

const kinds = () =>
  [
    { value: 'ORIGINAL', text: say('Made by people') },
    { value: 'GENERATION', text: say('Made with AI') },
  ] as const

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
  const { id, kind, active, file, durationSec, title } = track
  const problem = useSignal('')
  const { loudnessLufs, waveformApproximate: isApproximate } = track
  const isUnknown = loudnessLufs === null && isUnmeasured({ format: file.format, isApproximate, loudnessLufs })
  const change = async (patch: TrackPatch) => {
    const trouble = await editor.changeTrack(id, patch)
    problem.value = trouble?.text ?? ''
  }
  return (
    <>
      {file.status === 'READY' && durationSec !== null && durationSec > 0 && (
        <section aria-label={say('Hook')}>
          <h3>{say('Hook')}</h3>
          <HookEditor editor={editor} track={track} trackSec={durationSec} />
          <p class="acts">
            <a class="key" href={`/@${editor.casset.value.slug}/clip/video?track=${id}`}>
              {say('Make a clip')}
            </a>
          </p>
        </section>
      )}
      <div class="panel-pair">
        <section>
          <h3>{say('Lyrics')}</h3>
          <Lyrics editor={editor} track={track} />
        </section>
        <section class="facts">
          <h3>{say('Details')}</h3>
          <label class="switch">
            <input
              type="checkbox"
              checked={active}
              onChange={({ currentTarget }) => void change({ active: currentTarget.checked })}
            />
            {say('Visible on the page')}
          </label>
          <fieldset class="field stickers">
            <legend>{say('How it was made')}</legend>
            {kinds().map(({ value, text }) => (
              <label key={value}>
                <input
                  type="radio"
                  name={`kind-${id}`}
                  value={value}
                  checked={kind === value}
                  onChange={() => void change({ kind: value })}
                />
                <span>{text}</span>
              </label>
            ))}
          </fieldset>
          <TrackPrice editor={editor} track={track} />
          <p class="problem" role="alert">
            {problem}
          </p>
          <p class="mono file">
            {file.name}
            <br />
            {file.format.toUpperCase()} · {sizeOf(file.bytes)}
            {track.loudnessLufs !== null && ` · ${tenthText(track.loudnessLufs)} LUFS`}
            {file.status === 'READY' && isUnknown && ` · ${say('loudness unknown')}`}
          </p>
          <Said tags={file.tags} artistName={editor.artistName} />
          {file.status === 'READY' && !track.artist && <OtherTapes editor={editor} track={track} />}
          <button type="button" class="key bad" onClick={onErase} aria-label={say('Delete track: {title}', { title })}>
            {say('Delete track')}
          </button>
        </section>
      </div>
      <section>
        <h3>{say('Credits ## who played, wrote and recorded it')}</h3>
        <Credits editor={editor} track={track} />
      </section>
      <section>
        <h3>{say('Stems')}</h3>
        <Stems editor={editor} track={track} />
      </section>
      <section>
        <h3>{say('Identifiers and AI')}</h3>
        <Identifiers editor={editor} track={track} />
      </section>
    </>
  )
}
