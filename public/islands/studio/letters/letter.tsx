import { type Signal, useSignal } from '@preact/signals'
import type { Letter, Reach } from '../../../../src/audience/letter/model.ts'
import { useForm } from '../../../lib/form.ts'
import { SaveLine } from '../../../lib/save-line.tsx'
import { Preview } from './preview.tsx'
import { Progress } from './progress.tsx'
import { Send } from './send.tsx'
import { WriteForm } from './write-form.tsx'

export type LetterTape = { id: string; name: string; url: string; isPublic: boolean }

export type LetterProps = {
  letter: Letter
  tapes: readonly LetterTape[]
  /** The coming shows in Markdown; empty without any. */
  shows: string
  canSend: boolean
}

/** The state of a letter that its parts share. `reach`: null until it was counted. */
export type LetterState = { letter: Signal<Letter>; reach: Signal<Reach | null> }

export default function LetterIsland({ letter: first, tapes, shows, canSend }: LetterProps) {
  const letter = useSignal(first)
  const reach = useSignal<Reach | null>(null)
  const form = useForm('letter')
  const state = { letter, reach }
  const isDraft = letter.value.state === 'DRAFT'
  return (
    <>
      {isDraft && <SaveLine />}
      {isDraft ? <WriteForm form={form} tapes={tapes} shows={shows} {...state} /> : <Progress {...state} />}
      <Preview letter={letter.value} />
      {(isDraft || letter.value.state === 'SCHEDULED') && <Send canSend={canSend} {...state} />}
    </>
  )
}
