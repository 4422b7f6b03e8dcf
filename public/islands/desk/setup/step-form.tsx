import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { type SetupStep, setupSteps } from '../../../../src/lib/account/setup-steps.ts'
import { say } from '../../../../src/lib/language/say.ts'
import type { Desk } from '../../../../src/operate/desk/model.ts'
import { api } from '../../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import type { Form } from '../../../lib/form.ts'
import { goFully } from '../../../lib/go-fully.ts'
import { deskNow } from '../desk-now.ts'
import { AnywayBox, changeOf, saveSettings } from '../save-settings.tsx'

/** A setting and its new value; null where it is no longer set. */
export type Change = { name: string; value: string | null }

export type Outcome = { ok: boolean; text: string }

export type StepProps = {
  desk: Desk
  onChanged: (desk: Desk) => void
}

type StepFormProps = StepProps & {
  form: Form
  step: SetupStep
  /** The names of the form's own fields, which show their errors themselves. */
  fields: readonly string[]
  /** Returns what to set; null where a field is wrong, which is shown. */
  changesOf: (data: FormData) => Change[] | null
  /** Tries the settings out once they are saved. Without it, the next question follows. */
  tryOut?: () => Promise<Outcome[]>
  label?: string
  children: ComponentChildren
  below?: ComponentChildren
}

const pathAfter = (step: SetupStep) => `/desk/setup?step=${setupSteps[setupSteps.indexOf(step) + 1] ?? 'done'}`

export const settingIn = ({ settings }: Desk, name: string) => settings.find((each) => each.name === name)

export function StepForm(props: StepFormProps) {
  const {
    form,
    step,
    desk,
    onChanged,
    fields,
    changesOf,
    tryOut,
    label = say('Save and go on'),
    children,
    below,
  } = props
  const said = useSignal('')
  const outcomes = useSignal<Outcome[] | null>(null)
  const next = pathAfter(step)
  const isAnswered = desk.setup.some((each) => each.step === step && each.state === 'answered')
  const goOn = async () => {
    if (!tryOut) return goFully(next)
    said.value = say('Trying it out…')
    outcomes.value = await tryOut()
    said.value = ''
  }
  const save = async (data: FormData) => {
    const changes = changesOf(data)?.flatMap(({ name, value }) => {
      const setting = settingIn(desk, name)
      if (!setting || setting.setBy === 'environment') return []
      return setting.kind === 'secret' || value !== setting.value ? [changeOf(setting, value)] : []
    })
    if (!changes) return
    if (changes.length === 0)
      return isAnswered ? goOn() : form.refuse(null, say('Write an answer, or leave it for later.'))
    if (!(await saveSettings(form, changes, data))) return
    const present = await deskNow()
    if (present) {
      onChanged(present)
      return goOn()
    }
    said.value = say(
      'Saved. The site is not at this address any more: open it at the address that you set, and sign in.',
    )
  }
  const skip = async () => {
    const answer = await form.send(() => api.desk.setup({ step }).skip.post())
    if (answer) goFully(next)
  }
  return (
    <SendForm isFirst submit={(data) => void save(data)}>
      {children}
      <AnywayBox form={form} />
      <FormTrouble form={form} fields={fields} />
      <p role="status" class="hint">
        {said}
      </p>
      <div role="status">
        {outcomes.value && (
          <ul class="outcomes">
            {outcomes.value.map(({ ok, text }) => (
              <li key={text} class={ok ? undefined : 'problem'}>
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div class="acts">
        {outcomes.value?.every(({ ok }) => ok) ? (
          <a class="key go" href={next}>
            {say('Go on')}
          </a>
        ) : (
          <>
            <SendKey form={form} label={label} busyLabel={say('Saving…')} />
            {isAnswered || outcomes.value ? (
              <a href={next}>{say('Go on')}</a>
            ) : (
              <button type="button" class="link needs-js" onClick={() => void skip()}>
                {say('Leave it for later')}
              </button>
            )}
          </>
        )}
      </div>
      {below}
    </SendForm>
  )
}
