import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { numberText } from '../../src/lib/language/formats.ts'
import { say } from '../../src/lib/language/say.ts'
import { announce } from './announce.ts'
import { reveal } from './focus-on.ts'
import { joinTroubles, type Refusal, type Trouble, troubleOf } from './trouble.ts'

/** The id keeps the ids of the fields distinct from those of other forms. */
export type Form = {
  readonly id: string
  /** False on the server and until the script has loaded: nothing can be sent yet. */
  readonly awake: Signal<boolean>
  readonly busy: Signal<boolean>
  readonly trouble: Signal<Trouble | null>
  /** Shows a field's error and focuses the field; `null` for an error of the whole form. */
  refuse(field: string | null, text: string): void
  /** Focuses the first faulty field. Returns whether there is any. */
  refuseAny(faults: Readonly<Record<string, string>>): boolean
  forgive(field: string): void
  /** One call at a time. Returns null when the call was refused, which is then shown. */
  send<T>(call: () => Promise<Answer<T>>): Promise<{ data: T } | null>
}

type Answer<T> = { data: T; error: null } | { data: null; error: Refusal }

export const fieldId = (form: Form, name: string) => `${form.id}-${name.replaceAll('.', '-')}`

/** Returns the error of a field; an empty text without one. */
export function problemOf(form: Form, name: string): string {
  const trouble = form.trouble.value
  return [trouble, ...(trouble?.also ?? [])].find((each) => each?.field === name)?.text ?? ''
}

/** Returns the state of one form. `told`: the server's error of a try without scripts. */
export function useForm(id: string, told?: string): Form {
  const awake = useSignal(false)
  const busy = useSignal(false)
  const trouble = useSignal<Trouble | null>(told === undefined ? null : { field: null, text: told })
  useEffect(() => {
    awake.value = true
  }, [])
  return useMemo(() => {
    const show = (found: Trouble) => {
      trouble.value = found
      const at = found.field === null ? null : document.getElementById(`${id}-${found.field.replaceAll('.', '-')}`)
      // A field that has the focus already is not read again.
      if (at && at === document.activeElement) announce(found.text, 'alert')
      reveal(at)
    }
    return {
      id,
      awake,
      busy,
      trouble,
      refuse: (field: string | null, text: string) => show({ field, text }),
      refuseAny(faults: Readonly<Record<string, string>>) {
        const wrong = Object.entries(faults).filter(([, text]) => text !== '')
        const found = joinTroubles(wrong.map(([field, text]) => ({ field, text })))
        if (found) show(found)
        return found !== null
      },
      forgive(field: string) {
        const found = trouble.value
        if (found) trouble.value = joinTroubles([found, ...(found.also ?? [])].filter((each) => each.field !== field))
      },
      async send<T>(call: () => Promise<Answer<T>>) {
        if (busy.value) return null
        busy.value = true
        trouble.value = null
        const { data, error } = await call()
        busy.value = false
        if (error === null) return { data }
        show(troubleOf(error))
        return null
      },
    }
  }, [id])
}

export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** Returns the number of characters as people count them (rule: text-length). */
export const lengthOf = (text: string) => [...text].length

/** Returns what is wrong with a text of more than so many characters; an empty text for others. */
export const lengthFault = (text: string, most: number): string =>
  lengthOf(text) > most ? say('Use at most {most} characters.', { most: numberText(most) }) : ''
