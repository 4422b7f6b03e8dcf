import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import type { Export } from '../../../src/operate/export/model.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { Day } from '../../lib/day.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { sizeOf } from '../../lib/size.ts'
import { troubleOf } from '../../lib/trouble.ts'

export type DataExportProps = { first: Export | null }

const firstLookMs = 1_500
const longestMs = 20_000
const slower = 1.5

export default function DataExport({ first }: DataExportProps) {
  const shown = useSignal(first)
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const ask = async () => {
    if (isBusy.value || shown.value?.state === 'MAKING') return
    isBusy.value = true
    problem.value = ''
    const { data, error } = await asOwner(() => api.auth.export.post())
    isBusy.value = false
    if (error) problem.value = troubleOf(error).text
    else shown.value = data.export
    if (shown.value?.state === 'MAKING') announce(say('Your data is being packed.'))
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
      const answer = document.hidden ? null : await api.auth.export.get()
      const next = answer?.data ? answer.data.export : present
      if (next?.state === 'MAKING') return lookIn(Math.min(longestMs, ms * slower))
      shown.value = next
      if (next?.state === 'READY') announce(say('Your data is ready'))
    }
    lookIn(firstLookMs)
    return () => clearTimeout(timer)
  }, [isMaking])
  return (
    <div class="form">
      {present && <State {...present} />}
      <div class="acts">
        {present?.state === 'READY' && (
          <a class="key" href={`/api/auth/export/${present.id}/file`} download>
            {say('Download your data')}
          </a>
        )}
        <button
          type="button"
          class="key needs-js"
          aria-disabled={isMaking || isBusy.value || undefined}
          onClick={() => void ask()}
        >
          {present ? againLabels()[present.state] : say('Export my data')}
        </button>
      </div>
      <Said role="alert" class="problem">
        {problem.value || (present?.state === 'FAILED' ? present.problem : '')}
      </Said>
    </div>
  )
}

const againLabels = () => ({ READY: say('Pack it again'), FAILED: say('Try again'), MAKING: say('Packing…') })

function State({ state, bytes, expiresAt }: Export) {
  if (state === 'FAILED') return null
  if (state === 'MAKING')
    return <p class="hint">{say('Your data is being packed. You can leave this page: it goes on.')}</p>
  return (
    <p class="hint">
      {inParts(say('Ready: {size}, here until <day></day>', { size: sizeOf(bytes ?? 0) }), {
        day: () => <Day iso={expiresAt} />,
      })}
    </p>
  )
}
