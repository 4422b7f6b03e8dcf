import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { NewReport } from '../../../src/operate/moderation/report/report-model.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { Said } from '../../lib/said.tsx'

export type ReportProps = Pick<NewReport, 'kind' | 'id'> & {
  isGuest: boolean
  reasons: readonly { reason: NewReport['reason']; text: string }[]
}

export default function Report({ kind, id, isGuest, reasons }: ReportProps) {
  const form = useForm('report')
  const isSent = useSignal(false)
  const submit = async (data: FormData) => {
    const reason = reasons.find((each) => each.reason === textOf(data, 'reason'))?.reason
    const [text, email] = [textOf(data, 'text'), textOf(data, 'email')]
    if (!reason) return form.refuse('reason', say('Choose what is wrong.'))
    const missing = isGuest && text.trim() === '' ? say('Say what is wrong and why a law forbids it.') : ''
    if (form.refuseAny({ text: missing })) return
    const body = { kind, id, reason, text, ...(isGuest ? { email } : {}) }
    if (await form.send(() => api.reports.post(body))) isSent.value = true
  }
  if (isSent.value) {
    return (
      <Said takesFocus>{say('Thank you. The owner of this site looks at it, and you are told what they decide.')}</Said>
    )
  }
  return (
    <SendForm submit={(data) => void submit(data)} aria-label={say('Reporting')}>
      <fieldset class="one-of">
        <legend>{say('What is wrong')}</legend>
        {reasons.map(({ reason, text }) => (
          <label key={reason}>
            <input type="radio" name="reason" value={reason} onChange={() => form.forgive('reason')} /> {text}
          </label>
        ))}
      </fieldset>
      <AreaField
        form={form}
        name="text"
        label={say('In your words')}
        hint={
          isGuest
            ? say('What is wrong, and which law forbids it.')
            : say('Optional. Where it is, and what you know of it.')
        }
      />
      {isGuest && (
        <Field form={form} name="email" type="email" label={say('Your email address, for the answer')} required />
      )}
      <FormTrouble form={form} fields={['text', 'email']} />
      <div class="acts">
        <SendKey form={form} label={say('Report it')} busyLabel={say('Sending…')} />
      </div>
    </SendForm>
  )
}
