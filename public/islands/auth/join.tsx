import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { faultOfHandle } from './handle-field.tsx'
import { MusicField } from './music-field.tsx'
import { FirstTape, faultOfName, NameField } from './name-field.tsx'

export type JoinProps = { handle: string; displayName: string; host: string; isArtist: boolean }

const fields = ['displayName', 'handle']

export default function Join({ handle: suggested, displayName, host, isArtist }: JoinProps) {
  const form = useForm('join')
  const name = useSignal(displayName)
  const handle = useSignal(suggested)
  const makesMusic = useSignal(isArtist)
  const submit = async (data: FormData) => {
    const displayName = textOf(data, 'displayName').trim()
    const isRefused = form.refuseAny({
      displayName: faultOfName(displayName),
      handle: makesMusic.value ? faultOfHandle(handle.value) : '',
    })
    if (isRefused) return
    const answer = await form.send(() =>
      api.auth.join.post(makesMusic.value ? { displayName, handle: handle.value } : { displayName }),
    )
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
        <MusicField form={form} makesMusic={makesMusic} handle={handle} host={host} />
        <FormTrouble form={form} fields={fields} />
        <div class="acts">
          <SendKey form={form} label={say('Create account')} busyLabel={say('Creating your account…')} />
        </div>
      </SendForm>
    </>
  )
}
