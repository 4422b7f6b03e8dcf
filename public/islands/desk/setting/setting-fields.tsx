import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { DeskSetting } from '../../../../src/operate/desk/model.ts'
import type { Form } from '../../../lib/form.ts'
import { SettingField } from './setting-field.tsx'

type SettingFieldsProps = {
  form: Form
  settings: readonly DeskSetting[]
  mayForget?: boolean
  onChoose?: (name: string, value: string) => void
}

/**
 * The fields of settings. One that belongs to a choice of another setting is shown only while that
 * is chosen.
 */
export function SettingFields({ form, settings, mayForget = false, onChoose }: SettingFieldsProps) {
  const chosen = useSignal<Readonly<Record<string, string>>>({})
  const isShown = ({ onlyWith, isMissing }: DeskSetting) => {
    const found = onlyWith && settings.find(({ name }) => name === onlyWith.name)
    if (!found || isMissing) return true
    return (chosen.value[found.name] ?? found.value ?? found.standard) === onlyWith.value
  }
  const shown = settings.filter(isShown)
  const fieldOf = (setting: DeskSetting) => (
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
  )
  const parts = [...new Set(shown.flatMap(({ part }) => part ?? []))]
  return (
    <>
      {shown.filter(({ part }) => part === null).map(fieldOf)}
      {parts.map((part) => {
        const within = shown.filter((each) => each.part === part)
        return (
          <Part key={part} name={part} settings={within}>
            {within.map(fieldOf)}
          </Part>
        )
      })}
    </>
  )
}

type PartProps = Pick<SettingFieldsProps, 'settings'> & { name: string; children: ComponentChildren }

/** A fold of settings that few sites need; open where one is set. */
function Part({ name, settings, children }: PartProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const isUsed = settings.some(({ setBy, isMissing }) => setBy !== null || isMissing)
  useEffect(() => {
    if (box.current && isUsed) box.current.open = true
  }, [])
  return (
    <details class="setting-part" ref={box}>
      <summary>{name}</summary>
      {children}
    </details>
  )
}
