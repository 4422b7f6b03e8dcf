import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { Form } from './form.ts'
import { noteDraft, saving } from './save-state.ts'
import { joinTroubles, type Refusal, type Trouble, troubleOf } from './trouble.ts'

/** The changes that a form wants to store, null for none; and the fields that cannot be stored. */
export type Collected<Changes> = { changes: Changes | null; faults: readonly Trouble[] }

export type Saver = {
  save(): void
  readonly box: { current: HTMLFormElement | null }
}

/**
 * Returns the saver of a form's fields. `store` returns the errors that prevent storing; until they
 * are gone, leaving the page asks first.
 */
export function useSaver(form: Form, store: (data: FormData) => Promise<readonly Trouble[]>): Saver {
  const box = useRef<HTMLFormElement>(null)
  const line = useRef(Promise.resolve())
  const latest = useRef(store)
  latest.current = store
  const run = async () => {
    // By now the next field has the focus.
    await new Promise((resolve) => setTimeout(resolve))
    if (!box.current) return
    const troubles = await latest.current(new FormData(box.current))
    form.trouble.value = joinTroubles(troubles)
    noteDraft(form.id, troubles.length > 0)
  }
  const save = () => {
    line.current = line.current.then(run)
  }
  return { box, save }
}

export async function storeChanges<Changes>(
  { changes, faults }: Collected<Changes>,
  send: (changes: Changes) => Promise<{ error: Refusal | null }>,
): Promise<readonly Trouble[]> {
  if (changes === null) return faults
  const { error } = await saving(
    () => send(changes),
    (answer) => answer.error === null,
  )
  return error ? [troubleOf(error), ...faults] : faults
}

type SavedFormProps = { form: Form; saver: Saver; class?: string; children: ComponentChildren }

export const SavedForm = ({ form, saver: { box, save }, class: look = 'form wide', children }: SavedFormProps) => (
  <form
    ref={box}
    class={look}
    method="post"
    noValidate
    onInput={() => noteDraft(form.id, true)}
    onChange={save}
    onSubmit={(event) => {
      event.preventDefault()
      save()
    }}
  >
    {children}
  </form>
)
