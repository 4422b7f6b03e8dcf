import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { ByHolder } from '../../../src/order/shape.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { troubleOf } from '../../lib/trouble.ts'

export type EInvoiceProps = { orderId: string; by: ByHolder; note: number | null }

/** Saves the receipt, or its credit note `note`, as a file for the company's bookkeeping. */
export default function EInvoice({ orderId: id, by, note }: EInvoiceProps) {
  const isBusy = useSignal(false)
  const problem = useSignal('')
  const save = async () => {
    if (isBusy.value) return
    isBusy.value = true
    problem.value = ''
    const { data, error } = await api.orders({ id })['e-invoice'].post({ note, ...by })
    if (data) saveFile(data.name, data.xml, 'application/xml')
    else problem.value = troubleOf(error).text
    isBusy.value = false
  }
  return (
    <div class="stack needs-js">
      <p class="acts">
        <button type="button" class="key" aria-describedby="e-invoice-hint" onClick={() => void save()}>
          {say('Download the e-invoice')}
        </button>
      </p>
      <p class="fine-print" id="e-invoice-hint">
        {say('An XML file for your bookkeeping, by EN 16931 (CII). It says the same as this page.')}
      </p>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </div>
  )
}
