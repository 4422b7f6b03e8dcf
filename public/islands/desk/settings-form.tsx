import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import type { DeskSetting, SiteNote } from '../../../src/operate/desk/model.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { Said } from '../../lib/said.tsx'
import { GroupNotes, GroupSummary } from './group-summary.tsx'
import { nameOfGroup } from './name-of-group.ts'
import { Rehearsal } from './rehearsal.tsx'
import { AnywayBox, changesIn, fieldsOf, saveSettings } from './setting/save-settings.tsx'
import { SettingFields } from './setting/setting-fields.tsx'
import { Trials } from './trials.tsx'

type SettingsFormProps = {
  group: DeskSetting['group']
  settings: readonly DeskSetting[]
  notes: readonly SiteNote[]
  /** Looks again how it is doing. */
  look: () => Promise<void>
  /** Returns what to say once changes are saved. */
  changed: () => Promise<string>
}

/** The place of a group on the page: /desk#email opens it. */
const idOf = (group: string) => group.toLowerCase()

const takesStripe = ({ name, value, standard }: DeskSetting) => name === 'PAYMENTS' && (value ?? standard) === 'stripe'

const openAsked = (details: HTMLDetailsElement | null) => {
  if (!details || location.hash !== `#${details.id}`) return
  details.open = true
  details.scrollIntoView()
}

export function SettingsForm({ group, settings, notes, look, changed }: SettingsFormProps) {
  const form = useForm(`desk-${idOf(group)}`)
  const said = useSignal('')
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const open = () => openAsked(box.current)
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [])
  const save = async (element: HTMLFormElement) => {
    said.value = ''
    const data = new FormData(element)
    const changes = changesIn(form, data, { settings })
    if (changes === null) return false
    if (changes.length === 0) return true
    if (!(await saveSettings(form, changes, data))) return false
    // The fields keep what was written, but for secrets, which are shown no more.
    for (const secret of element.querySelectorAll<HTMLInputElement>('[type=password]')) secret.value = ''
    said.value = await changed()
    return true
  }
  const press = async (element: HTMLFormElement) => {
    if ((await save(element)) && said.value === '') said.value = say('Nothing was changed.')
  }
  return (
    <details class="desk-group" id={idOf(group)} ref={box}>
      <GroupSummary group={group} notes={notes} />
      <SendForm submit={(_, element) => void press(element)} aria-label={nameOfGroup(group)}>
        <GroupNotes notes={notes} />
        <SettingFields form={form} settings={settings} mayForget />
        <AnywayBox form={form} />
        <FormTrouble form={form} fields={fieldsOf(settings)} />
        <div class="acts">
          <SendKey form={form} label={say('Save')} busyLabel={say('Saving…')} />
          <Trials group={group} save={save} look={look} />
          <Said class="hint">{said}</Said>
        </div>
        {settings.some(takesStripe) && <Rehearsal />}
        <VariableNames settings={settings} />
      </SendForm>
    </details>
  )
}

/** For those who set these by the environment, as in a container. */
const VariableNames = ({ settings }: Pick<SettingsFormProps, 'settings'>) => (
  <details>
    <summary class="hint">{say('Their names in the environment')}</summary>
    <dl class="variable-names">
      {settings.map(({ name, label }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd class="mono">{name}</dd>
        </div>
      ))}
    </dl>
  </details>
)
