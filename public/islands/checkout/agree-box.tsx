import type { Signal } from '@preact/signals'
import type { Agreement } from '../../../src/order/shape.ts'
import { type Form, fieldId, problemOf } from '../../lib/form.ts'

type AgreeBoxProps = { form: Form; agrees: Signal<Agreement | undefined | null>; text: string }

/** Above all keys: only the buyer's own tick ends their right to withdraw (rule: withdrawal). */
export function AgreeBox({ form, agrees, text }: AgreeBoxProps) {
  const id = fieldId(form, 'agrees')
  const problem = problemOf(form, 'agrees')
  return (
    <div class="field stickers agrees">
      <label>
        <input
          id={id}
          type="checkbox"
          required
          checked={agrees.value === true}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem`}
          onChange={({ currentTarget }) => {
            form.forgive('agrees')
            agrees.value = currentTarget.checked || null
          }}
        />
        <span>{text}</span>
      </label>
      <p class="problem" id={`${id}-problem`}>
        {problem}
      </p>
    </div>
  )
}
