import { say } from '../../../src/lib/language/say.ts'
import { goTo } from '../../lib/focus-on.ts'
import type { Payable } from '../../lib/obstacle-hint.tsx'
import type { CassetEditor } from './casset-editor.ts'

export type FirstWeekProps = Payable & {
  editor: CassetEditor
  /** Whether anybody but the artist has come: followed, collected or played. */
  isShared: boolean
  /** Test payments stand in for an account that the artist has not opened. */
  isRehearsal: boolean
}

type Step = { text: string; isDone: boolean; go?: { href: string } | { selector: string } }

/**
 * A step leads to its place where no key for it is right above the list; nothing is listed once all
 * are done.
 */
export function FirstWeek(props: FirstWeekProps) {
  const steps = stepsOf(props)
  const left = steps.filter(({ isDone }) => !isDone).length
  if (left === 0) return null
  return (
    <section class="first-week" aria-labelledby="first-week">
      <h2 id="first-week">{left === 1 ? say('One thing left to do') : say('{left} things left to do', { left })}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step.text} class="lamp" data-lit={step.isDone || undefined}>
            {step.isDone ? <s>{step.text}</s> : <Way {...step} />}
            <span class="sr">{step.isDone ? say('done') : say('to do')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Way({ text, go }: Step) {
  if (go === undefined) return <span>{text}</span>
  if ('href' in go) return <a href={go.href}>{text}</a>
  return (
    <button type="button" class="link needs-js" onClick={() => goTo(go.selector)}>
      {text}
    </button>
  )
}

function stepsOf({ editor, isShared, isRehearsal, obstacle, ownsSite }: FirstWeekProps): Step[] {
  const { published, price } = editor.casset.value
  const isChosen = editor.isPriceChosen.value
  const steps: Step[] = [
    { text: say('Choose a cover'), isDone: editor.cover.value !== null },
    {
      text: say('Add the first track'),
      isDone: editor.tracks.value.length > 0,
      go: { selector: '.zone input[type=file]' },
    },
    { text: say('Set a price, or make it free'), isDone: isChosen, go: { selector: '#price' } },
  ]
  if (!isChosen || price.amount > 0) {
    const href = obstacle === 'off' && ownsSite ? '/desk' : '/studio/payouts'
    steps.push({
      text: obstacle === 'off' && ownsSite ? say('Switch payments on') : say('Set up payouts'),
      isDone: obstacle === null && !isRehearsal,
      go: { href },
    })
  }
  steps.push({ text: say('Publish it'), isDone: published }, { text: say('Share it with somebody'), isDone: isShared })
  return steps
}
