import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

export type SlipDialogProps<T> = {
  /** What it is about; the dialog is open while there is something. */
  about: Signal<T | null>
  title: (thing: T) => string
  onClose?: () => void
  children: (thing: T) => ComponentChildren
}

/** A modal dialog. */
export function SlipDialog<T>({ about, title, onClose, children }: SlipDialogProps<T>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const thing = about.value
  useEffect(() => {
    if (thing) dialog.current?.showModal()
    else dialog.current?.close()
  }, [thing])
  const close = () => {
    about.value = null
    onClose?.()
  }
  return (
    <dialog ref={dialog} class="slip-dialog" aria-labelledby={titleId} onClose={close}>
      {thing && (
        <>
          <h2 id={titleId}>{title(thing)}</h2>
          {children(thing)}
        </>
      )}
    </dialog>
  )
}
