import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Export } from '../../../src/export/model.ts'
import { announce } from '../../lib/announce.ts'
import { Day } from '../../lib/day.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { sizeOf } from '../studio/size.ts'

export type DataExportProps = { first: Export | null }

const firstLookMs = 1_500
const longestMs = 20_000
const slower = 1.5

const wordsOf = { READY: 'Your data is ready.', FAILED: 'Your data could not be packed.', MAKING: '' }

/** Asks for a copy of everything that the site has of somebody, says how far it is, and downloads it. */
export default function DataExport({ first }: DataExportProps) {
  const shown = useSignal(first)
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const ask = async () => {
    if (isBusy.value) return
    isBusy.value = true
    problem.value = ''
    const answer = await call('POST')
    isBusy.value = false
    if ('refusal' in answer) problem.value = troubleOf({ value: answer.refusal }).text
    else shown.value = answer.present
  }
  const present = shown.value
  const isMaking = present?.state === 'MAKING'
  useEffect(() => {
    if (!isMaking) return
    let timer: ReturnType<typeof setTimeout>
    const lookIn = (ms: number) => {
      timer = setTimeout(() => void look(ms), ms)
    }
    const look = async (ms: number) => {
      const answer = document.hidden ? null : await call('GET')
      const next = answer && 'present' in answer ? answer.present : present
      if (next?.state === 'MAKING') return lookIn(Math.min(longestMs, ms * slower))
      shown.value = next
      if (next) announce(wordsOf[next.state])
    }
    lookIn(firstLookMs)
    return () => clearTimeout(timer)
  }, [isMaking])
  return (
    <>
      {present?.state === 'READY' && (
        <p class="acts">
          <a class="key" href={`/api/auth/export/${present.id}/file`} download>
            Download your data
          </a>
          <span class="hint">
            {sizeOf(present.bytes ?? 0)} · here until <Day iso={present.expiresAt} />
          </span>
        </p>
      )}
      {isMaking && <p class="hint">Your data is being packed. You can leave this page: it goes on.</p>}
      {present?.state === 'FAILED' && <p class="problem">{present.problem}</p>}
      {!isMaking && (
        <div class="acts needs-js">
          <button type="button" class="key" onClick={() => void ask()}>
            {present?.state === 'READY' ? 'Pack it again' : present ? 'Try again' : 'Pack my data'}
          </button>
        </div>
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
    </>
  )
}

/** Not of the typed client: TypeScript gives up on more routes. */
async function call(method: 'GET' | 'POST'): Promise<{ present: Export | null } | { refusal: unknown }> {
  try {
    const answer = await fetch('/api/auth/export', { method })
    const body: { export: Export | null } = await answer.json()
    return answer.ok ? { present: body.export } : { refusal: body }
  } catch {
    return { refusal: null }
  }
}
