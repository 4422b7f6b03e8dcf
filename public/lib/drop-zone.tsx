import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import { useDrop } from './use-drop.ts'

type DropZoneProps = {
  isBlank: boolean
  text: string
  choose: string
  drop: string
  accept: string
  limits: string
  onDrop: (transfer: DataTransfer) => void | Promise<void>
  onChoose: (files: File[]) => void
  children?: ComponentChildren
}

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
