import { effect, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { momentText } from '../../../../src/lib/time/moment-text.ts'
import type { Message } from '../../../../src/room/co-casset/model.ts'
import { api } from '../../../lib/api.ts'
import { AreaField } from '../../../lib/area-field.tsx'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { lengthFault, textOf, useForm } from '../../../lib/form.ts'
import { openStream } from '../../../room/open-room.ts'

type RoomProps = { slug: string; viewer: string; messages: readonly Message[] }

/** Returns new messages before the known ones, each once. */
const merged = (known: readonly Message[], newest: readonly Message[]): readonly Message[] => {
  const seen = new Set(newest.map(({ id }) => id))
  return [...newest, ...known.filter(({ id }) => !seen.has(id))].toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

export function Room({ slug, viewer, messages }: RoomProps) {
  const form = useForm('room')
  const shown = useSignal(messages)
  useEffect(() => {
    const room = openStream(`/api/co-cassets/${slug}/room/stream`)
    const stop = effect(() => {
      const { value } = room.comments
      shown.value = merged(shown.peek(), value)
    })
    return () => {
      stop()
      room.close()
    }
  }, [slug])
  const write = async (data: FormData, sheet: HTMLFormElement) => {
    const text = textOf(data, 'text').trim()
    if (text === '') return form.refuse('text', say('Write something.'))
    const fault = lengthFault(text, longest.roomMessage)
    if (fault !== '') return form.refuse('text', fault)
    const answer = await form.send(() => api['co-cassets']({ slug }).room.post({ text }))
    if (!answer) return
    sheet.reset()
    shown.value = merged(shown.value, [answer.data.message])
  }
  return (
    <section aria-labelledby="room">
      <h2 id="room">{say('Messages')}</h2>
      <p class="hint">{say('Only the artists of this casset can read this.')}</p>
      <SendForm submit={write}>
        <AreaField form={form} name="text" label={say('Message')} rows={2} />
        <FormTrouble form={form} fields={['text']} />
        <div class="acts">
          <SendKey form={form} label={say('Write')} busyLabel={say('Sending…')} />
        </div>
      </SendForm>
      {shown.value.length === 0 ? (
        <p class="empty">{say('Nobody has said anything yet. How about hello?')}</p>
      ) : (
        <ol class="messages">
          {shown.value.map(({ id, author, text, createdAt }) => (
            <li key={id} class={author.handle === viewer ? 'own' : undefined}>
              <img src={author.pfp} alt="" width="36" height="36" loading="lazy" decoding="async" />
              <div>
                <p>
                  <b dir="auto">{author.displayName}</b>{' '}
                  <time class="mono" dateTime={createdAt}>
                    {momentText(createdAt)}
                  </time>
                </p>
                <p class="text" dir="auto">
                  {text}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
