import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import type { Sharing } from './co-casset.tsx'

export function Invite({ sharing: { coCasset } }: { sharing: Sharing }) {
  const form = useForm('invite')
  const { slug } = coCasset.value
  const invite = async (data: FormData, sheet: HTMLFormElement) => {
    const handle = textOf(data, 'handle').trim().toLowerCase().replace(/^@/, '')
    if (handle === '') return form.refuse('handle', say('Enter a handle.'))
    const answer = await form.send(() => api['co-cassets']({ slug }).members.post({ handle }))
    if (!answer) return
    sheet.reset()
    coCasset.value = answer.data.coCasset
    announce(say('@{handle} is invited.', { handle }))
  }
  return (
    <details class="fold">
      <summary>{say('Invite somebody else')}</summary>
      <SendForm submit={invite}>
        <Field
          form={form}
          name="handle"
          label={say('Handle')}
          placeholder="@cleo"
          hint={say('They get a share once they have accepted and all of you have agreed on new splits.')}
          autocapitalize="none"
          autocomplete="off"
          spellcheck={false}
          required
        />
        <FormTrouble form={form} fields={['handle']} />
        <div class="acts">
          <SendKey form={form} label={say('Invite')} busyLabel={say('Inviting…')} />
        </div>
      </SendForm>
    </details>
  )
}
