import type { Signal } from '@preact/signals'

type ChoicesProps = {
  name: string
  legend: string
  chosen: Signal<string>
  choices: readonly { value: string; label: string; about: string }[]
  isFixed?: boolean
}

export const Choices = ({ name, legend, chosen, choices, isFixed = false }: ChoicesProps) => (
  <fieldset class="field stickers answers" disabled={isFixed}>
    <legend>{legend}</legend>
    {choices.map(({ value, label, about }) => (
      <label key={value}>
        <input
          type="radio"
          name={name}
          value={value}
          checked={chosen.value === value}
          onChange={() => {
            chosen.value = value
          }}
        />
        <span>
          <b>{label}</b>
          <small>{about}</small>
        </span>
      </label>
    ))}
  </fieldset>
)
