import type { NewInvitation } from '../../../../src/account/invitation/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'

type InvitationFormProps = { done: (made: NewInvitation) => void; hasMail: boolean }

export function InvitationForm({ done, hasMail }: InvitationFormProps) {
  const form = useForm('invitation')
  const make = async (data: FormData, sheet: HTMLFormElement) => {
    const [note, email] = [textOf(data, 'note').trim(), textOf(data, 'email').trim()]
    const draft = { ...(note === '' ? {} : { note }), ...(email === '' ? {} : { email }) }
    const answer = await form.send(() => api.admin.invitations.post(draft))
    if (!answer) return
    sheet.reset()
    done(answer.data.invitation)
  }
  return (
    <SendForm submit={make}>
      <Field
        form={form}
        name="note"
        label={say('Note')}
        placeholder={say('Jo from the record shop')}
        autocomplete="off"
        hint={say('Only you see this.')}
      />
      <Field
        form={form}
        name="email"
        label={say('Their email, if you like')}
        type="email"
        autocomplete="off"
        hint={
          hasMail
            ? say('We email them the link, and only this address can sign up with it.')
            : say('Only this address can sign up with the link. This site sends no email, so send it yourself.')
        }
      />
      <FormTrouble form={form} fields={['note', 'email']} />
      <div class="acts">
        <SendKey form={form} label={say('Make an invitation')} busyLabel={say('Making it…')} />
      </div>
    </SendForm>
  )
}
