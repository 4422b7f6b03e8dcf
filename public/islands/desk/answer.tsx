import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'

type AnswerProps = {
  id: string
  /** Whether the decision suspended an account. */
  isAccount: boolean
  /** Whether an objection waits for this answer. */
  isAsked: boolean
  /** Whether the thing was erased, so that it stays gone whatever the answer is. */
  isErased: boolean
}

export default function Answer({ id, isAccount, isAsked, isErased }: AnswerProps) {
  const giveBack = isAccount ? say('End the suspension') : say('Restore it')
  const form = useForm('answer')
  const isUpheld = useSignal(isAsked)
  const submit = async (data: FormData) => {
    const text = textOf(data, 'answer')
    if (form.refuseAny({ answer: text.trim() === '' ? say('Say why.') : '' })) return
    const of = api.desk.decisions({ id })
    const done = await form.send(() =>
      isAsked ? of.answer.post({ isUpheld: isUpheld.value, answer: text }) : of.lift.post({ answer: text }),
    )
    if (done) location.reload()
  }
  return (
    <section aria-labelledby="answer-title">
      <h2 id="answer-title">{isAsked ? say('Answer the objection') : giveBack}</h2>
      <SendForm submit={(data) => void submit(data)} aria-label={isAsked ? say('Answering') : say('Restoring')}>
        {isAsked && !isErased && (
          <fieldset class="one-of">
            <legend>{say('Your answer')}</legend>
            <label>
              <input
                type="radio"
                name="upheld"
                checked={isUpheld.value}
                onChange={() => {
                  isUpheld.value = true
                }}
              />{' '}
              {isAccount ? say('The account stays suspended') : say('It stays taken down')}
            </label>
            <label>
              <input
                type="radio"
                name="upheld"
                checked={!isUpheld.value}
                onChange={() => {
                  isUpheld.value = false
                }}
              />{' '}
              {giveBack}
            </label>
          </fieldset>
        )}
        <AreaField
          form={form}
          name="answer"
          label={say('Why')}
          hint={isAccount ? say('They read exactly this.') : say('Its maker reads exactly this.')}
          rows={4}
        />
        <FormTrouble form={form} fields={['answer']} />
        <div class="acts">
          <SendKey form={form} label={isAsked ? say('Answer') : giveBack} busyLabel={say('One moment…')} />
        </div>
      </SendForm>
    </section>
  )
}
