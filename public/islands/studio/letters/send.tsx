import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { numberText } from '../../../../src/lib/language/formats.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { spokenHour } from '../../../../src/lib/time/spoken-hour.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { Fold } from '../../../lib/fold.tsx'
import { type Form, fieldId, problemOf, textOf, useForm } from '../../../lib/form.ts'
import { go } from '../../../lib/go.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import { type Trouble, troubleOf } from '../../../lib/trouble.ts'
import type { LetterState } from './letter.tsx'

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function Send({ letter, reach, canSend }: LetterState & { canSend: boolean }) {
  return (
    <section class="letter-send stack" aria-labelledby="send">
      <h2 id="send" tabIndex={-1}>
        {say('Send it')}
      </h2>
      {!canSend && (
        <p class="notice">
          {say('This site sends no email yet. Whoever runs it sets a mail server at the desk, under Email.')}
        </p>
      )}
      {letter.value.state === 'SCHEDULED' ? (
        <Waiting letter={letter} reach={reach} />
      ) : (
        <Keys letter={letter} reach={reach} />
      )}
    </section>
  )
}

function Keys({ letter, reach }: LetterState) {
  const { id } = letter.value
  const form = useForm('send')
  const trial = useSignal('')
  const doomed = useSignal<{ id: string } | null>(null)
  const tryIt = async () => {
    const { error } = await api.studio.letters({ id }).test.post({})
    trial.value = error ? troubleOf(error).text : say('It is on its way to you.')
  }
  const schedule = async (body: { zone: string; wallTime?: string }) => {
    const answer = await form.send(() => api.studio.letters({ id }).schedule.post(body))
    if (!answer) return
    letter.value = answer.data.letter
    announce(say('The letter waits to be sent.'))
  }
  const later = (data: FormData) => {
    const wallTime = textOf(data, 'wallTime').slice(0, 16)
    if (wallTime === '') return form.refuse('wallTime', say('Choose a day and an hour.'))
    return schedule({ wallTime, zone: textOf(data, 'zone').trim() })
  }
  const people = reach.value?.people
  return (
    <>
      <div class="acts">
        <button
          type="button"
          class="key go needs-js"
          aria-disabled={form.busy.value || undefined}
          onClick={() => void schedule({ zone: zoneHere() })}
        >
          {people === undefined
            ? say('Send it now')
            : say('Send it now to {people} ## how many', { people: numberText(people) })}
        </button>
        <button type="button" class="key needs-js" onClick={() => void tryIt()}>
          {say('Send it to me')}
        </button>
      </div>
      <Said>{trial.value}</Said>
      <FormTrouble form={form} fields={['wallTime', 'zone']} />
      <Fold summary={say('Send it later')}>
        <SendForm class="form" submit={later}>
          <Hour form={form} />
          <div class="acts">
            <SendKey form={form} look="" label={say('Send it then')} busyLabel={say('One moment…')} />
          </div>
        </SendForm>
      </Fold>
      <p class="acts">
        <button
          type="button"
          class="key bad needs-js"
          onClick={() => {
            doomed.value = { id }
          }}
        >
          {say('Delete the letter')}
        </button>
      </p>
      <AskDialog
        about={doomed}
        title={() => say('Delete this letter?')}
        keep={say('Keep it')}
        go={say('Delete it')}
        act={erase}
        after={() => go('/studio/letters')}
      >
        {() => <p>{say('Its text is gone then.')}</p>}
      </AskDialog>
    </>
  )
}

async function erase({ id }: { id: string }): Promise<Trouble | null> {
  const { error } = await api.studio.letters({ id }).delete()
  return error ? troubleOf(error) : null
}

function Hour({ form }: { form: Form }) {
  const zone = useSignal('UTC')
  useEffect(() => {
    zone.value = zoneHere()
  }, [])
  return (
    <div class="letter-hour">
      {[
        { name: 'wallTime', label: say('Date and time'), kind: { type: 'datetime-local' } as const },
        { name: 'zone', label: say('Time zone'), kind: { type: 'text', value: zone.value } as const },
      ].map(({ name, label, kind }) => (
        <div key={name} class="field">
          <label for={fieldId(form, name)}>{label}</label>
          <div class="line">
            <input
              {...kind}
              id={fieldId(form, name)}
              name={name}
              autocomplete="off"
              spellcheck={false}
              aria-invalid={problemOf(form, name) !== ''}
              aria-describedby={`${fieldId(form, name)}-problem`}
              onInput={() => form.forgive(name)}
            />
          </div>
          <p class="problem" id={`${fieldId(form, name)}-problem`}>
            {problemOf(form, name)}
          </p>
        </div>
      ))}
    </div>
  )
}

function Waiting({ letter }: LetterState) {
  const problem = useSignal('')
  const { id, schedule } = letter.value
  const zone = schedule?.zone ?? 'UTC'
  const hour = schedule ? spokenHour(Date.parse(schedule.at), zone, Date.now()) : ''
  const undo = async () => {
    const { data, error } = await api.studio.letters({ id }).schedule.delete()
    problem.value = error ? troubleOf(error).text : ''
    if (!data) return
    letter.value = data.letter
    announce(say('The letter is being written again.'))
  }
  return (
    <>
      <Said>
        {inParts(say('It goes out on <b>{hour}</b> ({zone}).', { hour, zone }), {
          b: (text) => <b>{text}</b>,
        })}
      </Said>
      <Said role="alert" class="problem">
        {problem.value}
      </Said>
      <p class="acts">
        <button type="button" class="key needs-js" onClick={() => void undo()}>
          {say('Undo the sending')}
        </button>
      </p>
    </>
  )
}
