import type { Signal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { type Form, fieldId, problemOf } from '../../lib/form.ts'

type KeepCardProps = { form: Form; keeps: Signal<boolean>; isStripe: boolean }

/** Asks whether the card may be used again during the visit, which needs the payer's own tick. */
export function KeepCard({ form, keeps, isStripe }: KeepCardProps) {
  const id = fieldId(form, 'keeps')
  return (
    <div class="field stickers keeps">
      <label>
        <input
          id={id}
          type="checkbox"
          checked={keeps.value}
          aria-describedby={`${id}-hint ${id}-problem`}
          onChange={({ currentTarget }) => {
            form.forgive('keeps')
            keeps.value = currentTarget.checked
          }}
        />
        <span>{say('Use this card again during this visit')}</span>
      </label>
      <p class="hint" id={`${id}-hint`}>
        {isStripe
          ? say('Tips and emoji then take one press. Stripe keeps the card until you sign out, two hours at most.')
          : say('Tips and emoji then take one press. The card is kept until you sign out, two hours at most.')}
      </p>
      <p class="problem" id={`${id}-problem`}>
        {problemOf(form, 'keeps')}
      </p>
    </div>
  )
}
