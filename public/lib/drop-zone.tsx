import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import { useDrop } from './use-drop.ts'

type DropZoneProps = {
  isBlank: boolean
  /** The text above it, in handwriting. */
  text: string
  /** The button's label, and the text next to it. */
  choose: string
  drop: string
  accept: string
  /** The accepted files. */
  limits: string
  onDrop: (transfer: DataTransfer) => void | Promise<void>
  onChoose: (files: File[]) => void
  children?: ComponentChildren
}

/** A drop zone for files: dropped anywhere on the page, or chosen. */
export function DropZone({ isBlank, text, choose, drop, accept, limits, onDrop, onChoose, children }: DropZoneProps) {
  const isOver = useDrop(onDrop)
  return (
    <div class="zone" data-over={isOver.value || undefined} data-blank={isBlank || undefined}>
      <p class="hand">{text}</p>
      <div class="acts">
        <label class={isBlank ? 'key go' : 'key'}>
          <input
            class="sr"
            type="file"
            multiple
            accept={accept}
            onChange={({ currentTarget }) => {
              onChoose([...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
          <Icon name="add" />
          {choose}
        </label>
        <span>{drop}</span>
      </div>
      <p class="mono">{limits}</p>
      {children}
    </div>
  )
}
