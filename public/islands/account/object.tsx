import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'

export default function ObjectForm({ id }: { id: string }) {
  const form = useForm('object')
  const submit = async (data: FormData) => {
    const text = textOf(data, 'text')
    if (form.refuseAny({ text: text.trim() === '' ? say('Say why the decision is wrong.') : '' })) return
    const done = await form.send(() => api.account.decisions({ id }).objection.post({ text }))
    if (done) location.reload()
  }
  return (
    <SendForm submit={(data) => void submit(data)} aria-label={say('Objecting')}>
      <AreaField
        form={form}
        name="text"
        label={say('Why the decision is wrong')}
        hint={say('At most 2,000 characters.')}
        rows={6}
      />
      <FormTrouble form={form} fields={['text']} />
      <div class="acts">
        <SendKey form={form} label={say('Object')} busyLabel={say('Sending…')} />
      </div>
    </SendForm>
  )
}
