import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { faultOfHandle, HandleField } from '../auth/handle-field.tsx'

export type HandleProps = { handle: string; host: string }

export default function HandleForm({ handle: own, host }: HandleProps) {
  const form = useForm('handle')
  const handle = useSignal(own)
  const change = async () => {
    if (form.refuseAny({ handle: faultOfHandle(handle.value) }) || handle.value === own) return
    if (await form.send(() => asOwner(() => api.auth.handle.post({ handle: handle.value }))))
      goFully('/account#handle', 'replace')
  }
  return (
    <SendForm submit={() => void change()}>
      <HandleField form={form} handle={handle} host={host} own={own} />
      <FormTrouble form={form} fields={['handle']} />
      <div class="acts">
        <SendKey
          look=""
          form={form}
          label={say('Change handle')}
          busyLabel={say('Changing…')}
          isSleeping={handle.value === own}
        />
      </div>
    </SendForm>
  )
}
