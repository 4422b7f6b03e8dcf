import type { ComponentChildren } from 'preact'
import { say } from '../../../../src/lib/language/say.ts'

type CheckProps = { name: string; isDone: boolean; children: ComponentChildren }

/** A line of the list before publishing, with a lamp that is lit when nothing is missing. */
export const Check = ({ name, isDone, children }: CheckProps) => (
  <li>
    <p class="lamp" data-lit={isDone || undefined}>
      <b>{name}</b>
      <span class="sr">{isDone ? say('ready') : say('not ready')}</span>
    </p>
    <div>{children}</div>
  </li>
)
