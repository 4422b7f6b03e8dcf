import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { asTitle } from '../../../src/lib/language/as-title.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { askPasskey } from '../../lib/passkey.ts'
import { Said } from '../../lib/said.tsx'
import { type Trouble, troubleOf } from '../../lib/trouble.ts'

type Given = Omit<NonNullable<Parameters<(typeof api.auth)['second-step']['post']>[0]>, 'step'>
type SecondStepProps = {
  step: string
  /** Sends the passkey's answer or the code; by default it signs in. Returns the error. */
  send?: (given: Given) => Promise<Trouble | null>
  done: () => void
}

/** A recovery code is accepted in place of a passkey. */
export function SecondStep({ step, send = (given) => signIn(step, given), done }: SecondStepProps) {
  const form = useForm('second')
  const problem = useSignal('')
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    head.current?.focus()
  }, [])
  const usePasskey = async () => {
    problem.value = await tryPasskey(step, send, done)
  }
  const submit = async (data: FormData) => {
    const recoveryCode = textOf(data, 'recoveryCode').trim()
    if (recoveryCode === '') return form.refuse('recoveryCode', say('Enter one of your recovery codes.'))
    const trouble = await send({ recoveryCode })
    if (trouble) form.refuse('recoveryCode', trouble.text)
    else done()
  }
  return (
    <section class="gate-form" aria-labelledby="second-step">
      <h2 id="second-step" ref={head} tabIndex={-1}>
        {say('One more step')}
      </h2>
      <p>{say('Your account asks for a passkey.')}</p>
      <div class="acts">
        <button type="button" class="key go" onClick={() => void usePasskey()}>
          {asTitle(say('Use your passkey.'))}
        </button>
      </div>
      <Said role="alert" class="problem">
        {problem}
      </Said>
      <SendForm submit={submit}>
        <Field
          form={form}
          name="recoveryCode"
          label={say('Or a recovery code')}
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck={false}
        />
        <FormTrouble form={form} fields={['recoveryCode']} />
        <div class="acts">
          <SendKey form={form} label={say('Use the code')} busyLabel={say('Checking…')} />
        </div>
      </SendForm>
    </section>
  )
}

async function signIn(step: string, given: Given): Promise<Trouble | null> {
  const { error } = await api.auth['second-step'].post({ step, ...given })
  return error && troubleOf(error)
}

async function tryPasskey(
  step: string,
  send: (given: Given) => Promise<Trouble | null>,
  done: () => void,
): Promise<string> {
  const begun = await api.auth['second-step'].challenge.post({ step })
  if (begun.error) return troubleOf(begun.error).text
  const proof = await askPasskey(begun.data)
  if (!proof) return say('No passkey was used. Try again, or use a recovery code.')
  const trouble = await send({ proof })
  if (trouble) return trouble.text
  done()
  return ''
}
