import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../src/operate/desk/model.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { nameOfGroup } from './name-of-group.ts'
import { AnywayBox, changeOf, saveSettings } from './save-settings.tsx'
import { SettingField } from './setting-field.tsx'
import { Trials } from './trials.tsx'

type SettingsFormProps = {
  group: DeskSetting['group']
  settings: readonly DeskSetting[]
  changed: () => Promise<void>
}

/** The place of a group on the page: /desk#email opens it. */
const idOf = (group: string) => group.toLowerCase()

const openAsked = (details: HTMLDetailsElement | null) => {
  if (!details || location.hash !== `#${details.id}`) return
  details.open = true
  details.scrollIntoView()
}

export function SettingsForm({ group, settings, changed }: SettingsFormProps) {
  const form = useForm(`desk-${group.toLowerCase()}`)
  const problem = useSignal('')
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const open = () => openAsked(box.current)
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [])
  const free = settings.filter(({ setBy }) => setBy !== 'environment')
  const save = async (data: FormData) => {
    const changes = free.flatMap((setting) => {
      const written = textOf(data, setting.name).trim() || null
      if (data.has(`${setting.name}-forget`)) return [changeOf(setting, null)]
      if (setting.kind === 'secret' && written === null) return []
      return written === setting.value ? [] : [changeOf(setting, written)]
    })
    problem.value = changes.length === 0 ? say('Nothing was changed.') : ''
    if (changes.length === 0) return
    if (await saveSettings(form, changes, data)) await changed()
  }
  return (
    <details class="desk-group" id={idOf(group)} ref={box}>
      <summary>{nameOfGroup(group)}</summary>
      <SendForm submit={(data) => void save(data)} aria-label={nameOfGroup(group)}>
        {settings.map((setting) => (
          <SettingField key={setting.name} form={form} setting={setting} mayForget />
        ))}
        <AnywayBox form={form} />
        <FormTrouble form={form} fields={settings.map(({ name }) => name)} />
        <p class="hint" role="status">
          {problem}
        </p>
        <div class="acts">
          <SendKey form={form} label={say('Save')} busyLabel={say('Saving…')} />
          <Trials group={group} />
        </div>
      </SendForm>
    </details>
  )
}
