import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { Icon } from './icon.tsx'

type MoveKeysProps = {
  title: string
  /** From 0. */
  place: number
  count: number
  onMove: (place: number) => void
}

export function MoveKeys({ title, place, count, onMove }: MoveKeysProps) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const moved = useRef<'up' | 'down' | null>(null)
  // Moving its row takes the focus from the pressed button, so it is focused again.
  useEffect(() => {
    if (moved.current === null) return
    const [pressed, other] = moved.current === 'up' ? [up.current, down.current] : [down.current, up.current]
    moved.current = null
    if (pressed?.disabled) other?.focus()
    else pressed?.focus()
  }, [place])
  const step = (direction: 'up' | 'down') => {
    moved.current = direction
    onMove(place + (direction === 'up' ? -1 : 1))
  }
  return (
    <>
      <button
        ref={up}
        type="button"
        class="quiet up"
        disabled={place === 0}
        aria-label={say('Move {title} up', { title })}
        onClick={() => step('up')}
      >
        <Icon name="up" />
      </button>
      <button
        ref={down}
        type="button"
        class="quiet down"
        disabled={place === count - 1}
        aria-label={say('Move {title} down', { title })}
        onClick={() => step('down')}
      >
        <Icon name="down" />
      </button>
    </>
  )
}
