import { useSignal } from '@preact/signals'
import { Said } from '../../../lib/said.tsx'
import type { Trouble } from '../../../lib/trouble.ts'

type Option<T extends string> = { value: T; text: string; hint?: string }

type ChoiceProps<T extends string> = {
  name: string
  legend: string
  options: readonly Option<T>[]
  value: T
  onChoose: (value: T) => Promise<Trouble | null>
}

export function Choice<T extends string>({ name, legend, options, value, onChoose }: ChoiceProps<T>) {
  const problem = useSignal('')
  const choose = async (wanted: T) => {
    const trouble = await onChoose(wanted)
    problem.value = trouble?.text ?? ''
  }
  return (
    <fieldset class="field stickers choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => void choose(option.value)}
          />
          <span>
            {option.text}
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </fieldset>
  )
}
