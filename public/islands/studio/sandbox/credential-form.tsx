import type { NewCredential } from '../../../../src/machine/sandbox/model.ts'
import { api } from '../../../lib/api.ts'
import { asOwner } from '../../../lib/as-owner.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'

/** The form for a new credential: its name, for telling several apart. */
export function CredentialForm({ done }: { done: (made: NewCredential) => void }) {
  const form = useForm('credential')
  const make = async (data: FormData, sheet: HTMLFormElement) => {
    const name = textOf(data, 'name').trim()
    const answer = await form.send(() => asOwner(() => api.sandbox.credentials.post(name === '' ? {} : { name })))
    if (!answer) return
    sheet.reset()
    done(answer.data.credential)
  }
  return (
    <SendForm submit={make}>
      <Field form={form} name="name" label="Name" placeholder="My website" autocomplete="off" />
      <FormTrouble form={form} fields={['name']} />
      <div class="acts">
        <SendKey form={form} label="Create a credential" busyLabel="Creating…" />
      </div>
    </SendForm>
  )
}
