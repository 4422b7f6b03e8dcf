import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { askPasskey, takesPasskeys } from '../../lib/passkey.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export function PasskeyKey({ done }: { done: () => void }) {
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const signIn = async () => {
    if (isBusy.value) return
    isBusy.value = true
    problem.value = await trySignIn(done)
    isBusy.value = false
  }
  if (!takesPasskeys()) return null
  return (
    <div class="acts needs-js">
      <button type="button" class="key" onClick={() => void signIn()}>
        {say('Use a passkey')}
      </button>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </div>
  )
}

async function trySignIn(done: () => void): Promise<string> {
  const begun = await api.auth.passkeys['sign-in'].challenge.post()
  if (begun.error) return troubleOf(begun.error).text
  const proof = await askPasskey(begun.data)
  if (!proof) return say('No passkey was used. Try again, or sign in another way.')
  const { error } = await api.auth.passkeys['sign-in'].post({ step: begun.data.step, proof })
  if (error) return troubleOf(error).text
  done()
  return ''
}
