import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { PasswordField } from '../../lib/password-field.tsx'
import { proofOf } from '../../lib/prove-owner.ts'

export type DeleteAccountProps = {
  hasPassword: boolean
  hasPasskey: boolean
  /** The site's debt to the account, in words; empty when nothing. */
  owed: string
}

export default function DeleteAccount({ hasPassword, hasPasskey, owed }: DeleteAccountProps) {
  const form = useForm('delete-account')
  const submit = async (data: FormData) => {
    const password = textOf(data, 'password')
    const leaveOwed = data.get('leaveOwed') !== null
    const isRefused = form.refuseAny({
      password: hasPassword && password === '' ? say('Enter your password.') : '',
      leaveOwed: owed !== '' && !leaveOwed ? say('Tick that you give it up, or set up your payouts first.') : '',
    })
    if (isRefused) return
    const proof = hasPassword ? { password } : await proofOf(hasPasskey)
    if (!proof) return form.refuse(null, say('No passkey was used. Try again.'))
    const wanted = { ...proof, ...(leaveOwed ? { leaveOwed } : {}) }
    if (await form.send(() => api.auth.account.delete.post(wanted))) goFully('/', 'replace')
  }
  return (
    <SendForm submit={submit}>
      {owed !== '' && (
        <label class="switch">
          <input type="checkbox" name="leaveOwed" id="delete-account-leaveOwed" />
          {say('I give up the {owed} that I am still owed.', { owed })}
        </label>
      )}
      {hasPassword && <PasswordField form={form} kind="current" label={say('Your password')} />}
      <FormTrouble form={form} fields={['password']} />
      <div class="acts">
        <SendKey form={form} label={say('Delete my account for good')} busyLabel={say('Deleting…')} look="bad" />
      </div>
    </SendForm>
  )
}
