import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Returns whether something is being dragged over it. */
export function useDrop(take: (transfer: DataTransfer) => void): Signal<boolean> {
  const isOver = useSignal(false)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      isOver.value = true
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) isOver.value = false
    }
    const drop = (event: DragEvent) => {
      isOver.value = false
      // A part of the page may have taken it for itself.
      if (event.defaultPrevented || !carriesFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      take(event.dataTransfer)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
