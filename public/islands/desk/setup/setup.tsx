import { useSignal } from '@preact/signals'
import type { SetupStep } from '../../../../src/lib/account/setup-steps.ts'
import type { Desk } from '../../../../src/operate/desk/model.ts'
import { AddressStep } from './address-step.tsx'
import { EmailStep } from './email-step.tsx'
import { PaymentsStep } from './payments-step.tsx'
import { SignUpStep } from './sign-up-step.tsx'
import { SiteStep } from './site-step.tsx'

export type SetupProps = { step: SetupStep; desk: Desk }

const forms = {
  site: SiteStep,
  address: AddressStep,
  email: EmailStep,
  payments: PaymentsStep,
  'sign-up': SignUpStep,
} as const

export default function Setup({ step, desk }: SetupProps) {
  const Step = forms[step]
  const present = useSignal(desk)
  return (
    <Step
      desk={present.value}
      onChanged={(next) => {
        present.value = next
      }}
    />
  )
}
