import { useSignal } from '@preact/signals'
import { Said } from './said.tsx'
import { SlipDialog, type SlipDialogProps } from './slip-dialog.tsx'
import type { Trouble } from './trouble.ts'

type AskDialogProps<T> = Omit<SlipDialogProps<T>, 'onClose'> & {
  keep: string
  go: string
  /** Does it; a returned error is shown in the dialog. */
  act: (thing: T) => Promise<Trouble | null | undefined>
  after: (thing: T) => void
}

export const AskDialog = <T,>(props: AskDialogProps<T>) => (
  <SlipDialog about={props.about} title={props.title}>
    {(thing) => <Question thing={thing} {...props} />}
  </SlipDialog>
)

function Question<T>({ thing, about, children, keep, go, act, after }: AskDialogProps<T> & { thing: T }) {
  const problem = useSignal('')
  const close = () => {
    about.value = null
  }
  const answer = async () => {
    const trouble = await act(thing)
    if (trouble) {
      problem.value = trouble.text
      return
    }
    close()
    after(thing)
  }
  return (
    <>
      {children(thing)}
      <Said role="alert" class="problem">
        {problem}
      </Said>
      <div class="acts">
        <button type="button" class="key" onClick={close}>
          {keep}
        </button>
        <button type="button" class="key bad" onClick={() => void answer()}>
          {go}
        </button>
      </div>
    </>
  )
}
