import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export default function ForgetTaker({ secret }: { secret: string }) {
  const said = useSignal('')
  const isForgotten = useSignal(false)
  const forget = async () => {
    const { error } = await api.gifts.forget.post({ secret })
    isForgotten.value = error === null
    said.value = error ? troubleOf(error).text : say('Your email address is forgotten.')
  }
  return (
    <div class="acts needs-js">
      {!isForgotten.value && (
        <button type="button" class="link" onClick={() => void forget()}>
          {say('Delete my email address from this gift')}
        </button>
      )}
      <Said>{said}</Said>
    </div>
  )
}
