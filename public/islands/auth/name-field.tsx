import type { Signal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { Cassette } from '../../lib/cassette.tsx'
import { Field } from '../../lib/field.tsx'
import { type Form, lengthFault } from '../../lib/form.ts'

/** Returns what is wrong with a name; an empty text when nothing is. */
export const faultOfName = (name: string): string =>
  name === '' ? say('Enter a name.') : lengthFault(name, longest.displayName)

type NameFieldProps = { form: Form; defaultValue?: string; onWrite: (name: string) => void }

export const NameField = ({ form, defaultValue, onWrite }: NameFieldProps) => (
  <Field
    form={form}
    name="displayName"
    label={say('Name')}
    autocomplete="nickname"
    required
    defaultValue={defaultValue}
    onInput={({ currentTarget }) => onWrite(currentTarget.value)}
  />
)

export const FirstTape = ({ name, handle }: { name: Signal<string>; handle: Signal<string> }) => (
  <div class="gate-art" aria-hidden="true">
    <Cassette title={name.value} imprint={handle.value && `@${handle.value}`} />
  </div>
)
