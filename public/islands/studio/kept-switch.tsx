import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Said } from '../../lib/said.tsx'
import type { Trouble } from '../../lib/trouble.ts'

type KeptSwitchProps = {
  id: string
  checked: boolean
  onKeep: (isOn: boolean) => Promise<Trouble | null>
  children: ComponentChildren
}

/** A switch that is saved as it is pressed, with the reason below it where it cannot be. */
export function KeptSwitch({ id, checked, onKeep, children }: KeptSwitchProps) {
  const problem = useSignal('')
  const keep = async (isOn: boolean) => {
    const trouble = await onKeep(isOn)
    problem.value = trouble?.text ?? ''
  }
  return (
    <div>
      <label class="switch">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={`${id}-problem`}
          onChange={({ currentTarget }) => void keep(currentTarget.checked)}
        />
        {children}
      </label>
      <Said role="alert" class="problem" id={`${id}-problem`}>
        {problem}
      </Said>
    </div>
  )
}
