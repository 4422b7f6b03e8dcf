import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { Health } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { Day } from '../../lib/day.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

const lookEveryMs = 1_000

type Copy = Health['copy']

export function CopyNote({ first }: { first: Copy }) {
  const copy = useSignal(first)
  const said = useSignal('')
  const isBusy = useSignal(false)
  if (copy.value === null) return null
  const { kind, madeAt } = copy.value
  const become = async () => {
    isBusy.value = true
    const { error } = await asOwner(() => api.desk.site.post())
    if (error) {
      said.value = troubleOf(error).text
      isBusy.value = false
      return
    }
    said.value = say('One moment…')
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
      const { data } = await api.desk.health.get()
      if (data?.copy === null || data?.copy.kind === 'elsewhere') break
    }
    location.reload()
  }
  return (
    <section aria-labelledby="copy" class="health">
      <h2 id="copy">
        {kind === 'elsewhere' ? say('Another copy of your site makes the backups') : say('A copy of your site')}
      </h2>
      <p class="problem">{textOf(kind)}</p>
      {madeAt !== null && (
        <p>{inParts(say('It was restored from a backup of <day></day>.'), { day: () => <Day iso={madeAt} /> })}</p>
      )}
      <p class="hint">
        {say('Only one can be the site. Say so here once the other is stopped: two of them would send and pay twice.')}
      </p>
      <div class="acts">
        <button
          type="button"
          class="key needs-js"
          aria-disabled={isBusy.value || undefined}
          onClick={() => void (isBusy.value || become())}
        >
          {say('This is the site from now on')}
        </button>
      </div>
      <Said class="hint">{said}</Said>
    </section>
  )
}

function textOf(kind: NonNullable<Copy>['kind']): string {
  if (kind === 'elsewhere') return say('So this one makes none.')
  if (kind === 'look') return say('It was restored for a look: it sends, sells, pays and backs up nothing.')
  return say('It sends, sells, pays and backs up nothing until you say that it is the site.')
}
