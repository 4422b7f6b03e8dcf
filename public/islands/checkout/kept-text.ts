import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { tabStore } from '../../lib/store.ts'

const fields = ['amount', 'message', 'email', 'payer', 'day'] as const

type Field = (typeof fields)[number]

const keyOf = (path: string, field: Field) => `tapedeck.${field}.${path}` as const

/**
 * Returns a text that the payer writes, which survives reloads and the way to a bank and back.
 * `isStillValid` tells whether the earlier text can be used: a price may have changed.
 */
export function useKeptText(
  path: string,
  field: Field,
  start: string,
  isStillValid: (text: string) => boolean,
): Signal<string> {
  const text = useSignal(start)
  useEffect(() => {
    const written = tabStore.read(keyOf(path, field))
    if (written !== null && isStillValid(written)) text.value = written
    return text.subscribe((now) => tabStore.write(keyOf(path, field), now === start ? null : now))
  }, [])
  return text
}

export function forgetTexts(path: string): void {
  for (const field of fields) tabStore.write(keyOf(path, field), null)
}
