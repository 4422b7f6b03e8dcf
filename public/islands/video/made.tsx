import { useSignal } from '@preact/signals'
import { tenthText } from '../../../src/lib/language/formats.ts'
import { say } from '../../../src/lib/language/say.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { Icon } from '../../lib/icon.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { sendClip } from '../clip/send-clip.ts'
import type { MakingState } from './use-making.ts'

type MadeProps = {
  made: Extract<MakingState, { kind: 'made' }>
  name: string
  artist: string
  hookId: string
  isOwn: boolean
}

export function Made({ made, name, artist, hookId, isOwn }: MadeProps) {
  const { blob, url, container } = made
  const file = new File([blob], `${name}.${container}`, { type: blob.type })
  const problem = useSignal('')
  const sent = useSignal<number | 'done' | null>(null)
  const canShare = 'canShare' in navigator && navigator.canShare({ files: [file] })
  const share = () => navigator.share({ files: [file], title: name }).catch(() => {})
  const send = async () => {
    problem.value = ''
    sent.value = 0
    const why = await submit(file, hookId, isOwn, (part) => {
      sent.value = part
    })
    sent.value = why === null ? 'done' : null
    problem.value = why ?? ''
    if (why === null) announce(doneText(isOwn, artist))
  }
  return (
    <section class="clip-made" aria-labelledby="clip-made">
      <h2 id="clip-made">{say('Your clip')}</h2>
      {/* biome-ignore lint/a11y/useMediaCaption: its words are in the picture */}
      <video controls playsInline src={url} aria-label={name} />
      <div class="clip-keys">
        <p class="mono" dir="auto">
          {say('{name} · {size} MB', { name: file.name, size: tenthText(blob.size / 1e6) })}
        </p>
        {container === 'webm' && (
          <p class="hint">
            {say(
              'This browser cannot make MP4 with H.264 and AAC, so it is a WebM. Some apps take MP4 only: for one, open this page in Chrome or Edge on Windows or a Mac, or in Safari.',
            )}
          </p>
        )}
        <div class="acts">
          <a class="key go" href={url} download={file.name} data-full="">
            {say('Save the file')}
          </a>
          {canShare && (
            <button type="button" class="key" onClick={() => void share()}>
              <Icon name="share" />
              {say('Share')}
            </button>
          )}
          {sent.value === null && (
            <button type="button" class="key" onClick={() => void send()}>
              {isOwn ? say('Put it on my page') : say('Send it to {artist}', { artist })}
            </button>
          )}
        </div>
        {typeof sent.value === 'number' && <progress aria-label={say('Upload')} value={sent.value} max={1} />}
        {sent.value === 'done' && <p class="hand">{doneText(isOwn, artist)}</p>}
        <Said role="alert" class="problem">
          {problem}
        </Said>
      </div>
    </section>
  )
}

const doneText = (isOwn: boolean, artist: string) =>
  isOwn ? say('It is on your page.') : say('It is sent. {artist} decides about it.', { artist })

/** The artist's own clip is accepted at once. Returns the reason of a refusal, or null. */
async function submit(file: File, hookId: string, isOwn: boolean, onSent: (part: number) => void) {
  const uploaded = await sendClip(file, onSent)
  if (!('id' in uploaded)) return uploaded.why
  const made = await api.hooks.submissions.post({ hookId, clip: { assetId: uploaded.id } })
  if (made.error) return troubleOf(made.error).text
  if (!isOwn) return null
  const { id } = made.data.submission
  const decided = await api.hooks.submissions({ id }).decide.post({ decision: 'ACCEPTED' })
  return decided.error ? troubleOf(decided.error).text : null
}
