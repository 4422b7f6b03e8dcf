import { useEffect, useMemo, useRef } from 'preact/hooks'
import { count } from '../../../../src/lib/count.ts'
import type { MadeBatch } from '../../../../src/money/download-code/model.ts'

/** New codes, to be saved now: they cannot be shown again, since the server stores only their hashes. */
export function NewCodes({ made: { batch, csv } }: { made: MadeBatch }) {
  const head = useRef<HTMLHeadingElement>(null)
  const url = useMemo(() => URL.createObjectURL(new Blob([csv], { type: 'text/csv' })), [csv])
  useEffect(() => {
    head.current?.focus()
    return () => URL.revokeObjectURL(url)
  }, [url])
  return (
    <section class="new-codes" aria-labelledby="new-codes">
      <h2 id="new-codes" ref={head} tabIndex={-1}>
        {count(batch.count, 'new code')}
      </h2>
      <p>Save the list now: the codes are shown only once. Each comes with a link, for a QR code or an email.</p>
      <div class="acts">
        <a class="key go" href={url} download={`codes ${batch.label}.csv`}>
          Save the list (CSV)
        </a>
      </div>
    </section>
  )
}
