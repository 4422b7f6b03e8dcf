import { useSignal } from '@preact/signals'
import type { Letter } from '../../../../src/audience/letter/model.ts'
import { say } from '../../../../src/lib/language/say.ts'

const forms = () =>
  [
    { as: 'html', name: say('Email ## a letter as it arrives') },
    { as: 'text', name: say('Plain text') },
    { as: 'page', name: say('Page') },
  ] as const

export function Preview({ letter: { id, revision } }: { letter: Letter }) {
  const as = useSignal<ReturnType<typeof forms>[number]['as']>('html')
  return (
    <section class="letter-preview stack" aria-labelledby="preview">
      <h2 id="preview">{say('Preview')}</h2>
      <div class="acts">
        {forms().map((form) => (
          <button
            key={form.as}
            type="button"
            class="key needs-js"
            aria-pressed={as.value === form.as}
            onClick={() => {
              as.value = form.as
            }}
          >
            {form.name}
          </button>
        ))}
      </div>
      <iframe
        title={say('The letter as its readers get it')}
        src={
          as.value === 'page'
            ? `/studio/letters/${id}/page?r=${revision}`
            : `/api/studio/letters/${id}/preview?as=${as.value}&r=${revision}`
        }
        sandbox="allow-popups"
      />
    </section>
  )
}
