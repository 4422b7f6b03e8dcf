import { say } from '../../../../src/lib/language/say.ts'
import { textOf, useForm } from '../../../lib/form.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { SettingField } from '../setting-field.tsx'
import { StepForm, type StepProps, settingIn } from './step-form.tsx'

export function AddressStep({ desk, onChanged }: StepProps) {
  const form = useForm('setup-address')
  const setting = settingIn(desk, 'BASE_URL')
  if (!setting) return null
  const here = typeof location === 'undefined' ? '' : location.origin
  return (
    <StepForm
      form={form}
      step="address"
      desk={desk}
      onChanged={onChanged}
      fields={['BASE_URL']}
      label={say('Check and go on')}
      changesOf={(data) => {
        const address = textOf(data, 'BASE_URL').trim().replace(/\/$/, '')
        const isWrong = setting.setBy !== 'environment' && !/^https?:\/\/\S+$/.test(address)
        if (form.refuseAny({ BASE_URL: isWrong ? say('Write it with https:// in front.') : '' })) return null
        return [{ name: 'BASE_URL', value: address }]
      }}
    >
      <SettingField form={form} setting={{ ...setting, value: setting.value ?? here }} />
      <p class="hint">
        {inParts(
          say(
            'You opened this page at <span>{here}</span>. Another address needs a name that leads to this machine, and HTTPS: by a proxy, or by <code>tapedeck serve --domain</code>, which gets a certificate automatically. The guide has both under <a>A server</a>.',
            { here },
          ),
          {
            span: (text) => <span class="mono">{text}</span>,
            code: (text) => <code>{text}</code>,
            a: (text) => <a href="/guide/server">{text}</a>,
          },
        )}
      </p>
    </StepForm>
  )
}
