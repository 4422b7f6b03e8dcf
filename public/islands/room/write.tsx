import { useComputed, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { clock } from '../../lib/clock.ts'
import { cutText } from '../../lib/cut-text.ts'
import { lengthOf, useForm } from '../../lib/form.ts'
import { Icon } from '../../lib/icon.tsx'
import { Said } from '../../lib/said.tsx'
import { current, trackTime } from '../../player/state.ts'
import { addComments, type RoomStore } from '../../room/room-store.ts'
import type { RoomView } from './room.tsx'

const countedFrom = 400

export function Write({ room, view }: { room: RoomStore; view: RoomView }) {
  const form = useForm('comment')
  const text = useSignal('')
  const isTimed = useSignal(true)
  const isTrayOpen = useSignal(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const track = useComputed(() => view.tracks.find(({ id }) => id === current.value?.id))
  const second = useComputed(() => Math.floor(trackTime.value))
  const length = lengthOf(text.value)

  const send = async () => {
    if (text.value.trim() === '') return
    const about = isTimed.value && track.value ? { hookId: track.value.hookId, atSec: second.value } : {}
    const sent = text.value
    const slug = view.tape.handle
    const answer = await form.send(() => api.casset({ slug }).comment.post({ text: sent, ...about }))
    if (!answer) return
    addComments(room, [answer.data.comment])
    announce(say('Sent ## a comment'))
    if (text.value === sent) text.value = ''
    field.current?.focus()
  }
  const insert = (shortcode: string) => {
    const at = field.current?.selectionStart ?? text.value.length
    const before = text.value.slice(0, at)
    const gap = before === '' || before.endsWith(' ') ? '' : ' '
    text.value = `${before}${gap}:${shortcode}: ${text.value.slice(at)}`
    field.current?.focus()
  }
  return (
    <form
      class="write"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {isTrayOpen.value && <Tray view={view} onPick={insert} />}
      <label class="sr" for="comment-text">
        {say('Your comment')}
      </label>
      <textarea
        ref={field}
        id="comment-text"
        rows={1}
        value={text.value}
        placeholder={say('Say something')}
        aria-describedby="comment-problem"
        aria-invalid={form.trouble.value !== null}
        onInput={({ currentTarget: { value } }) => {
          text.value = value
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          void send()
        }}
      />
      <button
        type="button"
        class="key round"
        aria-expanded={isTrayOpen.value}
        aria-label={say('Emoji and tips')}
        onClick={() => {
          isTrayOpen.value = !isTrayOpen.value
        }}
      >
        <Icon name={isTrayOpen.value ? 'open' : 'add'} />
      </button>
      <button
        type="submit"
        class="key go"
        disabled={!form.awake.value || length > longest.comment}
        aria-disabled={form.busy.value || undefined}
      >
        {say('Send')}
      </button>
      <div class="about">
        {track.value && (
          <label class="check">
            <input
              type="checkbox"
              checked={isTimed.value}
              onChange={({ currentTarget: { checked } }) => {
                isTimed.value = checked
              }}
            />
            {say('At {time} of {cut}', { time: clock(second.value), cut: cutText(track.value.title, 40) })}
          </label>
        )}
        {length > countedFrom && (
          <span class="mono" data-over={length > longest.comment ? '' : undefined}>
            {length} / {longest.comment}
          </span>
        )}
        <Said role="alert" class="problem" id="comment-problem">
          {form.trouble.value?.text}
        </Said>
      </div>
    </form>
  )
}

function Tray({ view, onPick }: { view: RoomView; onPick: (shortcode: string) => void }) {
  const { emojis, canTip, tape } = view
  const slug = tape.handle
  // Where the artist cannot be paid, only free emoji can be got.
  const shown = emojis.filter(({ owned, price }) => owned || canTip || price.amount === 0)
  return (
    <div class="tray-of-room">
      {shown.length > 0 && (
        <ul aria-label={say('Emoji')}>
          {shown.map(({ id, url, shortcode, owned }) => (
            <li key={id}>
              {owned ? (
                <button type="button" title={`:${shortcode}:`} onClick={() => onPick(shortcode)}>
                  <img src={url} alt={say('Use :{shortcode}:', { shortcode })} width="32" height="32" />
                </button>
              ) : (
                <a href={`/checkout/${slug}/emoji/${id}`} title={`:${shortcode}:`}>
                  <img src={url} alt={say('Get :{shortcode}:', { shortcode })} width="32" height="32" />
                  <Icon name="add" />
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {canTip && (
        <a class="key" href={`/checkout/${slug}/tip`}>
          {say('Tip {artist}', { artist: tape.artist })}
        </a>
      )}
      {!canTip && shown.length === 0 && <p class="hint">{say('There are no emoji here yet.')}</p>}
    </div>
  )
}
