import { useSignal } from '@preact/signals'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { faultOfHandle, HandleField } from './handle-field.tsx'
import { FirstTape, faultOfName, NameField } from './name-field.tsx'

export type JoinProps = { handle: string; displayName: string; host: string }

const fields = ['displayName', 'handle']

/** The form for the handle and the name of somebody whom a provider vouched for. */
export default function Join({ handle: suggested, displayName, host }: JoinProps) {
  const form = useForm('join')
  const name = useSignal(displayName)
  const handle = useSignal(suggested)
  const submit = async (data: FormData) => {
    const draft = { displayName: textOf(data, 'displayName').trim(), handle: handle.value }
    const isRefused = form.refuseAny({
      displayName: faultOfName(draft.displayName),
      handle: faultOfHandle(draft.handle),
    })
    if (isRefused) return
    const answer = await form.send(() => api.auth.join.post(draft))
    if (answer) goFully(answer.data.next, 'replace')
  }
  return (
    <>
      <FirstTape name={name} handle={handle} />
      <SendForm submit={submit}>
        <NameField
          form={form}
          defaultValue={displayName}
          onWrite={(written) => {
            name.value = written
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
