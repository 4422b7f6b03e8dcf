import { useSignal } from '@preact/signals'
import type { Vat } from '../../../../src/books/vat/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { RateForm } from './rate-form.tsx'
import { Rates } from './rates.tsx'
import { TermsForm } from './terms-form.tsx'

export type VatProps = { first: Vat }

export default function VatDesk({ first }: VatProps) {
  const vat = useSignal(first)
  const keep = (now: Vat) => {
    vat.value = now
  }
  return (
    <>
      <TermsForm vat={vat.value} keep={keep} />
      <section aria-labelledby="rates" class="health">
        <h2 id="rates" tabIndex={-1}>
          {say('Rates')}
        </h2>
        <Rates vat={vat.value} keep={keep} />
        <RateForm keep={keep} />
      </section>
    </>
  )
}
