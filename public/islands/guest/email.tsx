import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

type GuestEmailProps = { secret: string; hasMail: boolean; address: string }

export default function GuestEmail({ secret, hasMail, address }: GuestEmailProps) {
  const said = useSignal('')
  const busy = useSignal(false)
  const isForgotten = useSignal(false)
  const ask = async (what: 'mail' | 'forget') => {
    if (busy.value) return
    busy.value = true
    const { error } = await (what === 'mail' ? api.guest.mail.post({ secret }) : api.guest.forget.post({ secret }))
    busy.value = false
    isForgotten.value = what === 'forget' && error === null
    if (error) said.value = troubleOf(error).text
    else
      said.value =
        what === 'mail' ? say('An email goes to {address}.', { address }) : say('Your email address is forgotten.')
  }
  return (
    <div class="acts needs-js">
      {hasMail && !isForgotten.value && (
        <button type="button" class="link" onClick={() => void ask('mail')}>
          {say('Send the email again')}
        </button>
      )}
      {!isForgotten.value && (
        <button type="button" class="link" onClick={() => void ask('forget')}>
          {say('Delete my email address from this purchase')}
        </button>
      )}
      <Said>{said}</Said>
    </div>
  )
}
