import { useSignal } from '@preact/signals'
import {
  type MailSecurity,
  mailSecurities,
  mailServerAddress,
  readMailServer,
  usualPorts,
} from '../../../../src/lib/address/mail-server.ts'
import { say } from '../../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../../src/operate/desk/model.ts'
import { Field } from '../../../lib/field.tsx'
import { type Form, fieldId, textOf } from '../../../lib/form.ts'
import { ForgetBox, SettingNotes, secretHint } from './setting-notes.tsx'

const words = () =>
  ({
    tls: say('From the start (TLS)'),
    starttls: say('After the greeting (STARTTLS)'),
    offered: say('Only where the server offers it'),
  }) as const satisfies Record<MailSecurity, string>

const ports: readonly string[] = ['', ...Object.values(usualPorts)]

const securityOf = (word: string): MailSecurity => mailSecurities.find((each) => each === word) ?? 'tls'

/** Returns the parts of a set mail server; its password is never shown. */
function partsOf(value: string | null) {
  const set = value === null ? undefined : readMailServer(value)
  const { host = '', security = 'tls', user = '' } = set ?? {}
  return { host, security, user, port: set?.port || usualPorts[security] }
}

type MailServerProps = { form: Form; setting: DeskSetting; mayForget: boolean }

/** A mail server as its parts, which are one setting. */
export function MailServer({ form, setting, mayForget }: MailServerProps) {
  const { name, label, value, setBy, isMissing } = setting
  const { host, user, ...first } = partsOf(value)
  const port = useSignal(first.port)
  const security = useSignal<MailSecurity>(first.security)
  const id = fieldId(form, name)
  return (
    <fieldset class="field parts" id={id} tabIndex={-1} disabled={setBy === 'environment'}>
      <legend>{label}</legend>
      <SettingNotes form={form} setting={setting} />
      {mayForget && isMissing && <ForgetBox name={name} />}
      <Field
        form={form}
        name={`${name}.host`}
        label={say('Host ## of a mail server')}
        placeholder="mail.example.com"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        defaultValue={host}
        onInput={() => form.forgive(name)}
      />
      <div class="field">
        <label for={`${id}-security`}>{say('Encrypted')}</label>
        <select
          id={`${id}-security`}
          name={`${name}.security`}
          onChange={({ currentTarget }) => {
            security.value = securityOf(currentTarget.value)
            if (ports.includes(port.value)) port.value = usualPorts[security.value]
          }}
        >
          {mailSecurities.map((each) => (
            <option key={each} value={each} selected={each === security.value}>
              {words()[each]}
            </option>
          ))}
        </select>
      </div>
      <Field
        form={form}
        name={`${name}.port`}
        label={say('Port')}
        inputMode="numeric"
        autocomplete="off"
        value={port.value}
        onInput={({ currentTarget }) => {
          port.value = currentTarget.value
        }}
      />
      <Field
        form={form}
        name={`${name}.user`}
        label={say('User')}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        defaultValue={user}
      />
      <Field
        form={form}
        name={`${name}.password`}
        label={say('Password')}
        type="password"
        autocomplete="off"
        placeholder={user === '' ? '' : secretHint(setting)}
      />
    </fieldset>
  )
}

export const mailServerFields = (name: string): string[] =>
  ['host', 'port', 'user', 'password'].map((part) => `${name}.${part}`)

/** Returns the mail server that is written into these fields; without `value` it is as it was. */
export function mailServerIn({ name, value, setBy }: DeskSetting, data: FormData) {
  const part = (of: string) => textOf(data, `${name}.${of}`).trim()
  const server = {
    host: part('host'),
    port: part('port'),
    security: securityOf(part('security')),
    user: part('user'),
    password: textOf(data, `${name}.password`),
  }
  const { host, port, security, user, password } = server
  if (host + user + password === '') return { faults: {}, ...(setBy === 'desk' ? { value: null } : {}) }
  const before = partsOf(value)
  const isSame = host === before.host && port === before.port && security === before.security && user === before.user
  if (isSame && password === '') return { faults: {} }
  const isOpen = user !== '' && password === ''
  const again = before.user === '' ? say('Write its password.') : say('Write the password again, for this server.')
  const faults = {
    [`${name}.host`]: /^[\w.-]+$|^\[[\da-f:]+\]$/i.test(host) ? '' : say('Write its name, such as mail.example.com.'),
    [`${name}.port`]: /^\d{1,5}$/.test(port) ? '' : say('A port is a number, mostly 465 or 587.'),
    [`${name}.user`]: user === '' && password !== '' ? say('Write the user, too.') : '',
    [`${name}.password`]: isOpen ? again : '',
    MAIL_FROM:
      data.has('MAIL_FROM') && textOf(data, 'MAIL_FROM').trim() === ''
        ? say('Write the address that emails come from.')
        : '',
  }
  return { faults, value: mailServerAddress(server, value) }
}
