import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { useForm } from '../../../lib/form.ts'
import { Choices } from './choices.tsx'
import { StepForm, type StepProps, settingIn } from './step-form.tsx'

const choices = () =>
  [
    { value: 'open', label: say('Everybody'), about: say('Listeners and artists make their accounts themselves.') },
    {
      value: 'invite',
      label: say('Whom I invite'),
      about: say('You make a link for each of them. Nobody needs an account to buy.'),
    },
    { value: 'closed', label: say('Nobody'), about: say('The site is yours alone. Nobody needs an account to buy.') },
  ] as const

export function SignUpStep({ desk, onChanged }: StepProps) {
  const form = useForm('setup-sign-up')
  const setting = settingIn(desk, 'REGISTRATION')
  const chosen = useSignal(setting?.value ?? 'invite')
  return (
    <StepForm
      form={form}
      step="sign-up"
      desk={desk}
      onChanged={onChanged}
      fields={[]}
      changesOf={() => [{ name: 'REGISTRATION', value: chosen.value }]}
    >
      <Choices
        name="REGISTRATION"
        legend={say('Who may make an account')}
        chosen={chosen}
        choices={choices()}
        isFixed={setting?.setBy === 'environment'}
      />
    </StepForm>
  )
}
