import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { type Refusal, type Trouble, troubleOf } from './trouble.ts'

/** A form while it is filled in, sent and refused. Its id keeps the ids of its fields apart from those of other forms. */
export type Form = {
  readonly id: string
  /** False on the server and until the script has come: nothing can be sent yet. */
  readonly awake: Signal<boolean>
  readonly busy: Signal<boolean>
  readonly trouble: Signal<Trouble | null>
  /** Shows why a field cannot be taken, and leads there; `null` for the field when it is the whole form's trouble. */
  refuse(field: string | null, text: string): void
  /** Sends, one at a time. Answers what came back, or null when it was refused, which is then shown. */
  send<T>(call: () => Promise<Answer<T>>): Promise<{ data: T } | null>
}

type Answer<T> = { data: T; error: null } | { data: null; error: Refusal }

/** The element id of a form's field. */
export const fieldId = (form: Form, name: string) => `${form.id}-${name.replaceAll('.', '-')}`

/** One form's state. */
export function useForm(id: string): Form {
  const awake = useSignal(false)
  const busy = useSignal(false)
  const trouble = useSignal<Trouble | null>(null)
  useEffect(() => {
    awake.value = true
  }, [])
  return useMemo(() => {
    const show = (found: Trouble) => {
      trouble.value = found
      const at = found.field === null ? null : document.getElementById(`${id}-${found.field.replaceAll('.', '-')}`)
      at?.focus()
    }
    return {
      id,
      awake,
      busy,
      trouble,
      refuse: (field: string | null, text: string) => show({ field, text }),
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

/** A text field's value. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** Number of characters as people count them (rule 2.3). */
export const lengthOf = (text: string) => [...text].length
