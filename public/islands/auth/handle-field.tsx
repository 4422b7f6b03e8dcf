import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { handlePattern } from '../../../src/lib/account/handle.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Field } from '../../lib/field.tsx'
import type { Form } from '../../lib/form.ts'
import { Said } from '../../lib/said.tsx'

const askAfterMs = 350

/** Returns what is wrong with a handle; an empty text when nothing is. */
export const faultOfHandle = (handle: string) =>
  handlePattern.test(handle) ? '' : say('Use 3 to 30 lowercase letters, digits, _ or -.')

type State = 'rule' | 'asking' | 'free' | 'taken'

function hintOf(state: State, address: string): string {
  switch (state) {
    case 'rule':
      return say('The address of your page. Use 3 to 30 lowercase letters, digits, _ or -.')
    case 'asking':
      return say('{address} Checking…', { address })
    case 'free':
      return say('{address} is available.', { address })
    case 'taken':
      return say('{address} is taken. Try another.', { address })
  }
}

type HandleFieldProps = {
  form: Form
  handle: Signal<string>
  host: string
  /** Their present handle, which needs no check. */
  own?: string
}

export function HandleField({ form, handle, host, own }: HandleFieldProps) {
  const state = useSignal<State>('rule')
  const wanted = handle.value
  useEffect(() => {
    form.forgive('handle')
    state.value = 'rule'
    if (wanted === own || !handlePattern.test(wanted)) return
    let isStale = false
    const timer = setTimeout(async () => {
      state.value = 'asking'
      const { data, error } = await api.handles({ handle: wanted }).available.get()
      if (isStale) return
      if (error) state.value = 'rule'
      else state.value = data.available ? 'free' : 'taken'
    }, askAfterMs)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [wanted])
  return (
    <Field
      form={form}
      name="handle"
      label={say('Handle')}
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      required
      value={handle.value}
      onInput={({ currentTarget }) => {
        handle.value = currentTarget.value.toLowerCase().replaceAll(' ', '-')
      }}
      hint={
        <Said isHint as="span" data-state={state.value}>
          {hintOf(state.value, `${host}/@${handle.value}`)}
        </Said>
      }
    />
  )
}
