import { asTitle } from '../../src/lib/language/as-title.ts'
import { say } from '../../src/lib/language/say.ts'
import './form-parts.ts'
import { signal } from '@preact/signals'
import { render } from 'preact'
import { api } from './api.ts'
import { FormTrouble, SendForm, SendKey } from './field.tsx'
import { textOf, useForm } from './form.ts'
import { PasswordField } from './password-field.tsx'
import { proofOf } from './prove-owner.ts'
import { SlipDialog } from './slip-dialog.tsx'

/** Asks for password or passkey over the page; returns whether they proved the owner. */
export async function confirmOwner(): Promise<boolean> {
  const { data: ways } = await api.auth.confirm.challenge.post()
  if (!ways || !(ways.takesPassword || ways.passkeyIds.length > 0)) return false
  const box = document.body.appendChild(document.createElement('div'))
  const isConfirmed = await new Promise<boolean>((resolve) => {
    render(
      <SlipDialog about={signal(ways)} title={() => say('Is it you?')} onClose={() => resolve(false)}>
        {({ takesPassword, passkeyIds }) => (
          <Proof takesPassword={takesPassword} takesPasskey={passkeyIds.length > 0} end={resolve} />
        )}
      </SlipDialog>,
      box,
    )
  })
  render(null, box)
  box.remove()
  return isConfirmed
}

type ProofProps = { takesPassword: boolean; takesPasskey: boolean; end: (isConfirmed: boolean) => void }

function Proof({ takesPassword, takesPasskey, end }: ProofProps) {
  const form = useForm('confirm-owner')
  const send = async (proof: Parameters<typeof api.auth.confirm.post>[0]) => {
    if (await form.send(() => api.auth.confirm.post(proof))) end(true)
  }
  const byPasskey = async () => {
    const proof = await proofOf(true)
    if (proof) await send(proof)
    else form.refuse(null, say('No passkey was used. Try again.'))
  }
  return (
    <SendForm submit={(data) => void (takesPassword ? send({ password: textOf(data, 'password') }) : byPasskey())}>
      <p>{say('You signed in a while ago. Confirm that it is you.')}</p>
      {takesPassword && <PasswordField form={form} kind="current" label={say('Your password')} />}
      <FormTrouble form={form} fields={['password']} />
      <div class="acts">
        <button type="button" class="key" onClick={() => end(false)}>
          {say('Cancel')}
        </button>
        {takesPassword && takesPasskey && (
          <button type="button" class="key" onClick={() => void byPasskey()}>
            {say('Use a passkey')}
          </button>
        )}
        <SendKey
          form={form}
          label={takesPassword ? say('Continue') : asTitle(say('Use your passkey.'))}
          busyLabel={say('One moment…')}
        />
      </div>
    </SendForm>
  )
}
