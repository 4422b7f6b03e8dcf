import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { textOf, useForm } from '../../../lib/form.ts'
import { connectPayments } from '../connect-payments.ts'
import { Rehearsal } from '../rehearsal.tsx'
import { SettingField } from '../setting-field.tsx'
import { Choices } from './choices.tsx'
import { StepForm, type StepProps, settingIn } from './step-form.tsx'

const choices = () =>
  [
    {
      value: 'stripe',
      label: say('With Stripe'),
      about: say('Cards and wallets, through a Stripe account of your own.'),
    },
    { value: 'test', label: say('Only try it out'), about: say('Test payments inside this program. No money moves.') },
    { value: 'off', label: say('Not at all'), about: say('People can get only what is free.') },
  ] as const

/** How money comes in. Keys are checked at the processor, which is then told about the site. */
export function PaymentsStep({ desk, onChanged }: StepProps) {
  const form = useForm('setup-payments')
  const payments = settingIn(desk, 'PAYMENTS')
  const [secretKey, publishableKey] = [settingIn(desk, 'STRIPE_SECRET_KEY'), settingIn(desk, 'STRIPE_PUBLISHABLE_KEY')]
  const chosen = useSignal(payments?.value ?? 'stripe')
  const isTried = useSignal(false)
  const isStripe = chosen.value === 'stripe'
  return (
    <StepForm
      form={form}
      step="payments"
      desk={desk}
      onChanged={onChanged}
      fields={['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']}
      label={isStripe ? say('Check the keys and connect') : say('Save and go on')}
      {...(isStripe
        ? {
            tryOut: async () => {
              const outcomes = await connectPayments()
              isTried.value = true
              return outcomes
            },
          }
        : {})}
      changesOf={(data) => {
        if (!isStripe) return [{ name: 'PAYMENTS', value: chosen.value }]
        const [secret = '', open = ''] = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'].map((name) =>
          textOf(data, name).trim(),
        )
        const isWrong = form.refuseAny({
          STRIPE_SECRET_KEY: secret === '' && secretKey?.setBy === null ? say('Paste the secret key.') : '',
          STRIPE_PUBLISHABLE_KEY:
            open === '' && publishableKey?.setBy !== 'environment' ? say('Paste the publishable key.') : '',
        })
        if (isWrong) return null
        return [
          { name: 'PAYMENTS', value: 'stripe' },
          ...(secret === '' ? [] : [{ name: 'STRIPE_SECRET_KEY', value: secret }]),
          { name: 'STRIPE_PUBLISHABLE_KEY', value: open },
        ]
      }}
      below={isStripe && isTried.value && <Rehearsal />}
    >
      <Choices
        name="PAYMENTS"
        legend={say('How people pay')}
        chosen={chosen}
        choices={choices()}
        isFixed={payments?.setBy === 'environment'}
      />
      {isStripe && secretKey && <SettingField form={form} setting={secretKey} />}
      {isStripe && publishableKey && <SettingField form={form} setting={publishableKey} />}
    </StepForm>
  )
}
