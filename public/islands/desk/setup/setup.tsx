import { useSignal } from '@preact/signals'
import { type SetupStep, setupSteps } from '../../../../src/lib/account/setup-steps.ts'
import { say } from '../../../../src/lib/language/say.ts'
import type { Desk, DeskSetting } from '../../../../src/operate/desk/model.ts'
import { api } from '../../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { useForm } from '../../../lib/form.ts'
import { goFully } from '../../../lib/go-fully.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import { deskNow } from '../desk-now.ts'
import { Rehearsal } from '../rehearsal.tsx'
import { AnywayBox, changesIn, fieldsOf, saveSettings } from '../setting/save-settings.tsx'
import { SettingFields } from '../setting/setting-fields.tsx'
import { type Outcome, steps } from './steps.ts'

export type SetupProps = { step: SetupStep; desk: Desk }

const pathAfter = (step: SetupStep) => `/desk/setup?step=${setupSteps[setupSteps.indexOf(step) + 1] ?? 'done'}`

const settingIn = ({ settings }: Desk, name: string) => settings.find((each) => each.name === name)

/** One question of the first start. */
export default function Setup({ step, desk: first }: SetupProps) {
  const form = useForm(`setup-${step}`)
  const desk = useSignal(first)
  const said = useSignal('')
  const outcomes = useSignal<Outcome[] | null>(null)
  const { settings: names, suggested, required, label, tryOut, triedWith } = steps[step]
  const settings = names.flatMap((name) => settingIn(desk.value, name) ?? [])
  const suggestions = suggested?.() ?? {}
  const asked = settings.map((each): DeskSetting => ({ ...each, value: each.value ?? suggestions[each.name] ?? null }))
  const chosen = useSignal(asked.find(({ name }) => name === triedWith?.name)?.value)
  const isTried = tryOut !== undefined && (triedWith === undefined || chosen.value === triedWith.value)
  const next = pathAfter(step)
  const isAnswered = desk.value.setup.some((each) => each.step === step && each.state === 'answered')
  const goOn = async () => {
    if (!isTried) return goFully(next)
    said.value = say('Trying it out…')
    outcomes.value = await tryOut()
    said.value = ''
  }
  const save = async (data: FormData) => {
    const unset = Object.entries(required?.() ?? {}).filter(([name]) => !isSet(settings, name))
    const changes = changesIn(form, data, { settings, required: Object.fromEntries(unset), isAnswer: true })
    if (!changes) return
    if (changes.length === 0)
      return isAnswered ? goOn() : form.refuse(null, say('Write an answer, or leave it for later.'))
    if (!(await saveSettings(form, changes, data))) return
    const present = await deskNow()
    if (present) {
      desk.value = present
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
      <SettingFields
        form={form}
        settings={asked}
        onChoose={(name, value) => {
          if (name === triedWith?.name) chosen.value = value
        }}
      />
      {step === 'address' && <AddressHint />}
      <AnywayBox form={form} />
      <FormTrouble form={form} fields={fieldsOf(settings)} />
      <Said class="hint">{said}</Said>
      <Outcomes outcomes={outcomes.value} />
      <div class="acts">
        {outcomes.value?.every(({ ok }) => ok) ? (
          <a class="key go" href={next}>
            {say('Go on')}
          </a>
        ) : (
          <>
            <SendKey
              form={form}
              label={(isTried || triedWith === undefined ? label?.() : undefined) ?? say('Save and go on')}
              busyLabel={say('Saving…')}
            />
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
      {step === 'payments' && isTried && outcomes.value && <Rehearsal />}
    </SendForm>
  )
}

/** A secret that is set may stay as it is; all other fields show what is set. */
const isSet = (settings: readonly DeskSetting[], name: string): boolean =>
  settings.some((each) => each.name === name && each.kind === 'secret' && each.setBy !== null)

const Outcomes = ({ outcomes }: { outcomes: readonly Outcome[] | null }) => (
  <Said as="div">
    {outcomes && (
      <ul class="outcomes">
        {outcomes.map(({ ok, text }) => (
          <li key={text} class={ok ? undefined : 'problem'}>
            {text}
          </li>
        ))}
      </ul>
    )}
  </Said>
)

const AddressHint = () => (
  <p class="hint">
    {inParts(
      say(
        'You opened this page at <span>{here}</span>. Another address needs a name that leads to this machine, and HTTPS: by a proxy, or by <code>tapedeck serve --domain</code>, which gets a certificate automatically. The guide has both under <a>A server</a>.',
        { here: typeof location === 'undefined' ? '' : location.origin },
      ),
      {
        span: (text) => <span class="mono">{text}</span>,
        code: (text) => <code>{text}</code>,
        a: (text) => <a href="/guide/server">{text}</a>,
      },
    )}
  </p>
)
