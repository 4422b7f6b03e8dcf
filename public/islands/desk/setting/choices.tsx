import type { ComponentChildren } from 'preact'

type ChoicesProps = {
  /** For a form that focuses what is wrong. */
  id?: string
  name: string
  legend: string
  chosen: string | null
  choices: readonly { value: string; label: string; about: string }[]
  choose: (value: string) => void
  isFixed?: boolean
  children?: ComponentChildren
}

export const Choices = ({ id, name, legend, chosen, choices, choose, isFixed = false, children }: ChoicesProps) => (
  <fieldset id={id} tabIndex={id === undefined ? undefined : -1} class="field stickers answers" disabled={isFixed}>
    <legend>{legend}</legend>
    {choices.map(({ value, label, about }) => (
      <label key={value}>
        <input
          type="radio"
          name={name}
          value={value}
          checked={chosen === value}
          onChange={() => {
            choose(value)
          }}
        />
        <span>
          <b>{label}</b>
          {about !== '' && <small>{about}</small>}
        </span>
      </label>
    ))}
    {children}
  </fieldset>
)
