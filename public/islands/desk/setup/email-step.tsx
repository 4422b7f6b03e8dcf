import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { Field } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import { SettingField } from '../setting-field.tsx'
import { mailAddress } from './mail-address.ts'
import { StepForm, type StepProps, settingIn } from './step-form.tsx'

async function sendTest() {
  const { error } = await api.desk['test-email'].post()
  if (error) return [{ ok: false, text: troubleOf(error).text }]
  return [{ ok: true, text: say('A test email is on its way to you. Look into your mailbox.') }]
}

export function EmailStep({ desk, onChanged }: StepProps) {
  const form = useForm('setup-email')
  const server = settingIn(desk, 'SMTP_URL')
  const from = settingIn(desk, 'MAIL_FROM')
  const isFixed = server?.setBy === 'environment'
  const isKept = server?.setBy === 'desk'
  return (
    <StepForm
      form={form}
      step="email"
      desk={desk}
      onChanged={onChanged}
      fields={['host', 'port', 'user', 'password', 'MAIL_FROM']}
      label={say('Save and send me a test email')}
      tryOut={sendTest}
      changesOf={(data) => {
        const [host = '', port = '', user = ''] = ['host', 'port', 'user'].map((name) => textOf(data, name).trim())
        const sender = { name: 'MAIL_FROM', value: textOf(data, 'MAIL_FROM').trim() }
        const password = textOf(data, 'password')
        if (isFixed || (isKept && host + user + password === '')) return [sender]
        const isWrong = form.refuseAny({
          host: /^[\w.-]+$|^\[[\da-f:]+\]$/i.test(host) ? '' : say('Write its name, such as mail.example.com.'),
          port: /^\d{1,5}$/.test(port) ? '' : say('A port is a number, mostly 465 or 587.'),
          MAIL_FROM: sender.value === '' ? say('Write the address that emails come from.') : '',
        })
        if (isWrong) return null
        return [{ name: 'SMTP_URL', value: mailAddress({ host, port, user, password }) }, sender]
      }}
    >
      {isFixed ? (
        <p class="hint">{say('SMTP_URL of the environment sets the mail server: change it there.')}</p>
      ) : (
        <>
          {isKept && <p class="hint">{say('A mail server is set. Fill in the four fields only to replace it.')}</p>}
          <Field form={form} name="host" label={say('Mail server')} placeholder="mail.example.com" spellcheck={false} />
          <Field
            form={form}
            name="port"
            label={say('Port')}
            inputMode="numeric"
            defaultValue="465"
            hint={say('465 with TLS from the start, 587 with STARTTLS; your provider says which.')}
          />
          <Field form={form} name="user" label={say('User')} autocomplete="off" spellcheck={false} />
          <Field form={form} name="password" label={say('Password')} type="password" autocomplete="off" />
        </>
      )}
      {from && <SettingField form={form} setting={from} />}
    </StepForm>
  )
}
