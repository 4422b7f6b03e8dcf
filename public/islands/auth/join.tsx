import { useSignal } from '@preact/signals'
import { api } from '../../lib/api.ts'
import { Cassette } from '../../lib/cassette.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { faultOfHandle, HandleField } from './handle-field.tsx'

export type JoinProps = { handle: string; displayName: string; host: string }

const fields = ['displayName', 'handle']

/** The form for the handle and the name of somebody whom a provider vouched for. */
export default function Join({ handle: suggested, displayName, host }: JoinProps) {
  const form = useForm('join')
  const name = useSignal(displayName)
  const handle = useSignal(suggested)
  const submit = async (data: FormData) => {
    const draft = { displayName: textOf(data, 'displayName').trim(), handle: handle.value }
    if (draft.displayName === '') return form.refuse('displayName', 'Enter a name.')
    if (faultOfHandle(draft.handle)) return form.refuse('handle', faultOfHandle(draft.handle))
    const answer = await form.send(() => api.auth.join.post(draft))
    if (answer) goFully(answer.data.next, 'replace')
  }
  return (
    <>
      <div class="gate-art" aria-hidden="true">
        <Cassette title={name.value} imprint={handle.value && `@${handle.value}`} />
      </div>
      <SendForm submit={submit}>
        <Field
          form={form}
          name="displayName"
          label="Name"
          autocomplete="nickname"
          required
          defaultValue={displayName}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
        <HandleField form={form} handle={handle} host={host} />
        <FormTrouble form={form} fields={fields} />
        <div class="acts">
          <SendKey form={form} label="Create account" busyLabel="Creating your account…" />
        </div>
      </SendForm>
    </>
  )
}
