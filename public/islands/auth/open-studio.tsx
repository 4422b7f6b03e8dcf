import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { inParts } from '../../lib/in-parts.tsx'

export default function OpenStudio({ address }: { address: string }) {
  const form = useForm('open-studio')
  const open = async () => {
    if (await form.send(() => api.auth.artist.post())) goFully('/studio')
  }
  return (
    <SendForm submit={() => void open()}>
      <p class="hint">
        {inParts(say('Your page will be at <b>{address}</b>. Nobody sees it before you publish it.', { address }), {
          b: (text) => <b>{text}</b>,
        })}
      </p>
      <FormTrouble form={form} fields={[]} />
      <div class="acts">
        <SendKey form={form} label={say('I make music')} busyLabel={say('One moment…')} />
      </div>
    </SendForm>
  )
}
