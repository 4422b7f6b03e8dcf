import { type ComponentChildren, type HTMLAttributes, h } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { announce, type Urgency } from './announce.ts'

type SaidProps = Pick<HTMLAttributes, 'class' | 'id'> & {
  as?: 'p' | 'span' | 'div'
  role?: Urgency
  /** It comes in place of the form that had the focus, and gets it: that says it, too. */
  takesFocus?: boolean
  [data: `data-${string}`]: string | undefined
  /** Its first text is that of a field and read with it. */
  isHint?: boolean
  children?: ComponentChildren
}

/**
 * A text that comes or changes while the page is open: it is shown here and spoken, but not what
 * the server wrote, which is read with the page.
 */
export function Said({ as = 'p', role, takesFocus, isHint, ...props }: SaidProps) {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const isRead = isHint || current.closest('c-island:not([data-ready])')
    const isLost = takesFocus && !isRead && document.activeElement === document.body
    if (isLost) current.focus({ preventScroll: true })
    // biome-ignore lint/performance/useDomNodeTextContent: textContent glues the words of two blocks
    const textNow = () => current.innerText
    let said = isRead || isLost ? textNow() : ''
    const look = () => {
      const text = textNow()
      if (text !== said) announce(text, role)
      said = text
    }
    look()
    const watch = new MutationObserver(look)
    watch.observe(current, { subtree: true, childList: true, characterData: true })
    return () => watch.disconnect()
  }, [])
  return h(as, { ref: box, tabIndex: takesFocus ? -1 : undefined, ...props })
}
