import { useSignal } from '@preact/signals'
import type { Brought, LeftReason } from '../../../../src/audience/opt-in/model.ts'
import { linesInPieces, mostUnclear } from '../../../../src/lib/account/address-list.ts'
import { type ClearedCell, type ListLine, readList, type UnclearCell } from '../../../../src/lib/account/read-list.ts'
import { numberText } from '../../../../src/lib/language/formats.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { ZipProblem } from '../../../../src/lib/zip/zip-problem.ts'
import { api } from '../../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { fieldId, problemOf, textOf, useForm } from '../../../lib/form.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import { textOfList } from './read-file.ts'

const mostShown = 100
const largestBytes = 5_000_000
const ways = () =>
  [
    ['service', say('On my list at another service')],
    ['paper', say('On paper or at a concert')],
    ['website', say('On my own website')],
  ] as const

const troubleOfFile = (error: unknown) => (error instanceof ZipProblem ? error : '')

type Outcome = { asked: number; left: Brought['left'] }

export default function BringAddresses() {
  const form = useForm('bring-addresses')
  const outcome = useSignal<Outcome | null>(null)
  const unclear = useSignal<readonly UnclearCell[]>([])
  const bring = async (data: FormData, sheet: HTMLFormElement) => {
    const file = data.get('file')
    const isFile = file instanceof File && file.size > 0
    if (isFile && file.size > largestBytes) return form.refuse('file', say('This file is larger than 5 MB. Split it.'))
    const text = isFile ? await textOfList(file).catch(troubleOfFile) : textOf(data, 'addresses')
    if (text instanceof ZipProblem) return form.refuse('file', text.message)
    const { lines: read, unclear: cells } = await readList(text, clearedIn(data, unclear.value))
    if (read.length === 0) return form.refuse('addresses', say('Paste addresses, one a line, or choose a file.'))
    unclear.value = [...unclear.value, ...cells].slice(0, mostUnclear)
    if (cells.length > 0) {
      return form.refuse(
        'unclear',
        say('Some cells may say that somebody ended your emails. Say what they mean below.'),
      )
    }
    const pieces = linesInPieces(read.map(sentLine))
    const way = ways().find(([value]) => value === textOf(data, 'agreedBy'))?.[0]
    if (way === undefined) return form.refuse('agreedBy', say('Say where these people agreed.'))
    if (data.get('agreed') === null) {
      return form.refuse('agreed', say('Bring only people who agreed. Others may not be written to.'))
    }
    const found: Outcome = { asked: 0, left: [] }
    for (const { from, lines } of pieces) {
      const body = { lines, agreedBy: way, agreed: true as const }
      const answer = await form.send(() => api.studio['mailing-list'].addresses.post(body))
      // When the rest is sent again, addresses that were asked before are left out.
      if (!answer) break
      found.asked += answer.data.asked
      found.left.push(...answer.data.left.map((each) => ({ ...each, line: read[from + each.line - 1]?.line ?? 0 })))
      outcome.value = { ...found }
    }
    if (form.trouble.value !== null) return
    sheet.reset()
    unclear.value = []
  }
  const id = (name: string) => fieldId(form, name)
  return (
    <>
      <SendForm class="form" submit={bring}>
        <div class="field">
          <label for={id('addresses')}>{say('Addresses, one a line')}</label>
          <textarea
            id={id('addresses')}
            name="addresses"
            rows={5}
            placeholder="ada@example.com"
            spellcheck={false}
            onInput={() => form.forgive('addresses')}
            aria-describedby={`${id('addresses')}-problem`}
          />
          <p class="problem" id={`${id('addresses')}-problem`}>
            {problemOf(form, 'addresses')}
          </p>
        </div>
        <div class="field">
          <label for={id('file')}>{say('Or a CSV file, or the zip of a service')}</label>
          <input
            id={id('file')}
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,.zip,text/csv,text/plain,application/zip"
            onInput={() => {
              form.forgive('file')
              form.forgive('unclear')
              unclear.value = []
            }}
            aria-describedby={`${id('file')}-problem`}
          />
          <p class="problem" id={`${id('file')}-problem`}>
            {problemOf(form, 'file')}
          </p>
        </div>
        <div class="field">
          <label for={id('agreedBy')}>{say('Where did they agree to get your news?')}</label>
          <div class="line">
            <select id={id('agreedBy')} name="agreedBy" aria-describedby={`${id('agreedBy')}-problem`}>
              <option value="">{say('Choose')}</option>
              {ways().map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <p class="problem" id={`${id('agreedBy')}-problem`}>
            {problemOf(form, 'agreedBy')}
          </p>
        </div>
        <Unclear cells={unclear.value} problem={problemOf(form, 'unclear')} onAnswer={() => form.forgive('unclear')} />
        <label class="switch">
          <input
            id={id('agreed')}
            type="checkbox"
            name="agreed"
            onInput={() => form.forgive('agreed')}
            aria-describedby={`${id('agreed')}-problem`}
          />
          <span>{say('Each of them agreed to get my news by email.')}</span>
        </label>
        <p class="problem" id={`${id('agreed')}-problem`}>
          {problemOf(form, 'agreed')}
        </p>
        <FormTrouble form={form} fields={['addresses', 'file', 'unclear', 'agreedBy', 'agreed']} />
        <div class="acts">
          <SendKey form={form} label={say('Ask them')} busyLabel={say('Reading…')} />
        </div>
      </SendForm>
      <Said as="div">{outcome.value && <Told outcome={outcome.value} />}</Said>
    </>
  )
}

/** The file itself stays here: of each line its address is sent, and whether it has ended. */
const sentLine = (line: ListLine): string => {
  if ('text' in line) return line.text
  return line.hasEnded ? `${line.address},unsubscribed` : line.address
}

const answerName = (index: number) => `unclear-${index}`

const clearedIn = (data: FormData, cells: readonly UnclearCell[]): ClearedCell[] =>
  cells.flatMap((each, index) => {
    const answer = textOf(data, answerName(index))
    return answer === '' ? [] : [{ ...each, ended: answer === 'ended' }]
  })

type UnclearProps = { cells: readonly UnclearCell[]; problem: string | undefined; onAnswer: () => void }

const Unclear = ({ cells, problem, onAnswer }: UnclearProps) =>
  cells.length === 0 ? null : (
    <fieldset class="field">
      <legend>{say('What these cells say')}</legend>
      {problem && <p class="problem">{problem}</p>}
      {cells.map(({ column, cell }, index) => (
        <div class="line" key={`${column} ${cell}`}>
          <label for={answerName(index)}>{say('“{cell}” in “{column}”', { column, cell })}</label>
          <select id={answerName(index)} name={answerName(index)} onInput={onAnswer}>
            <option value="">{say('Choose')}</option>
            <option value="ended">{say('They ended my emails: leave them out')}</option>
            <option value="on">{say('They want my emails: ask them')}</option>
          </select>
        </div>
      ))}
    </fieldset>
  )

const Told = ({ outcome: { asked, left } }: { outcome: Outcome }) => (
  <>
    <p>
      <b>
        {asked === 1
          ? say('1 address gets an email that asks.')
          : say('{asked} addresses get an email that asks.', { asked: numberText(asked) })}
      </b>
    </p>
    {left.length > 0 && (
      <>
        <p>
          {left.length === 1
            ? say('1 line was left out:')
            : say('{left} lines were left out:', { left: numberText(left.length) })}
        </p>
        <ul>
          {left.slice(0, mostShown).map(({ line, text, why }) => (
            <li key={line}>
              {inParts(say('Line {line}, <bdi>{text}</bdi>: {reason}', { line, text, reason: reasons()[why] }), {
                bdi: (text) => <bdi>{text}</bdi>,
              })}
            </li>
          ))}
        </ul>
        {left.length > mostShown && <p class="hint">{say('The first {mostShown} are shown.', { mostShown })}</p>}
      </>
    )}
  </>
)

const reasons = (): Record<LeftReason, string> => ({
  NONE: say('there is no address in it.'),
  INVALID: say('this is no valid address.'),
  ENDED: say('the file says that they have unsubscribed.'),
  TWICE: say('it is in the list twice.'),
  OWN: say('this is your own address.'),
  ON_LIST: say('they are on your list already.'),
  LEFT: say('they left your list. Only they can join again.'),
  ASKED: say('they have been asked before; we ask only once.'),
  FAILING: say('emails to this address bounce.'),
  TOO_MANY: say('at most 10,000 are asked in 30 days.'),
})
