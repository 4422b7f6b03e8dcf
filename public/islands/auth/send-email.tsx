import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export default function SendEmail() {
  const said = useSignal('')
  const isBusy = useSignal(false)
  const send = async () => {
    if (isBusy.value) return
    isBusy.value = true
    const { error } = await api.auth.email.send.post()
    isBusy.value = false
    said.value = error ? troubleOf(error).text : say('An email is on its way.')
  }
  return (
    <>
      <button type="button" class="key" onClick={() => void send()}>
        {say('Send the email again')}
      </button>
      <Said as="span">{said}</Said>
    </>
  )
}
