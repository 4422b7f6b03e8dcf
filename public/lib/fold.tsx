import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

type FoldProps = { summary: ComponentChildren; class?: string; children: ComponentChildren }

/** Holds what is needed now and then. It opens at an error in it, whose field gets the focus. */
export function Fold({ summary, class: name = '', children }: FoldProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const fold = box.current
    if (!fold) return
    const look = () => openAtFault(fold)
    const watcher = new MutationObserver(look)
    watcher.observe(fold, { subtree: true, childList: true, characterData: true })
    return () => watcher.disconnect()
  }, [])
  return (
    <details ref={box} class={`folded ${name}`} onToggle={({ currentTarget }) => openAtFault(currentTarget)}>
      <summary>{summary}</summary>
      <div>{children}</div>
    </details>
  )
}

function openAtFault(fold: HTMLDetailsElement): void {
  if (fold.open) return
  const problem = [...fold.querySelectorAll('.problem')].find(({ textContent }) => textContent !== '')
  if (!problem) return
  fold.open = true
  const field = fold.querySelector<HTMLElement>(`[aria-describedby~="${CSS.escape(problem.id)}"]`)
  const place = field ?? fold.querySelector('summary')
  place?.focus()
}
