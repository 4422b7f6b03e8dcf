import { useSignal } from '@preact/signals'
import type { DeskSetting } from '../../../../src/operate/desk/model.ts'
import type { Form } from '../../../lib/form.ts'
import { SettingField } from './setting-field.tsx'

type SettingFieldsProps = {
  form: Form
  settings: readonly DeskSetting[]
  mayForget?: boolean
  onChoose?: (name: string, value: string) => void
}

/** Fields of settings; those that mean something with one choice alone come and go with it. */
export function SettingFields({ form, settings, mayForget = false, onChoose }: SettingFieldsProps) {
  const chosen = useSignal<Readonly<Record<string, string>>>({})
  const isShown = ({ onlyWith, isMissing }: DeskSetting) => {
    const found = onlyWith && settings.find(({ name }) => name === onlyWith.name)
    if (!found || isMissing) return true
    return (chosen.value[found.name] ?? found.value ?? found.standard) === onlyWith.value
  }
  return (
    <>
      {settings.filter(isShown).map((setting) => (
        <SettingField
          key={setting.name}
          form={form}
          setting={setting}
          mayForget={mayForget}
          onChoose={(value) => {
            chosen.value = { ...chosen.value, [setting.name]: value }
            onChoose?.(setting.name, value)
          }}
        />
      ))}
    </>
  )
}
