import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { LiveLines } from './live-lines.tsx'

export type SlipDialogProps<T> = {
  /** The subject; the dialog is open while there is one. */
  about: Signal<T | null>
  title: (thing: T) => string
  onClose?: (thing: T) => void
  children: (thing: T) => ComponentChildren
}

export function SlipDialog<T>(props: SlipDialogProps<T>) {
  const thing = props.about.value
  return thing === null ? null : <Opened key={thing} thing={thing} {...props} />
}

function Opened<T>({ thing, about, title, onClose, children }: SlipDialogProps<T> & { thing: T }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    // A browser would choose its first key, perhaps below what has to be read.
    heading.current?.focus()
    // The dialog and the pressed button are off the page by now. Browsers return the focus when
    // they close a dialog, not when it is removed.
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true })
    }
  }, [])
  // A browser reports the closing of a dialog with its next frame, and by then the next one may be
  // open.
  const close = () => {
    if (about.value === thing) about.value = null
    onClose?.(thing)
  }
  return (
    <dialog ref={dialog} class="slip-dialog" aria-labelledby={titleId} onClose={close}>
      <h2 ref={heading} id={titleId} tabIndex={-1}>
        {title(thing)}
      </h2>
      {children(thing)}
      <LiveLines />
    </dialog>
  )
}
