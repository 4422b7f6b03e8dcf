import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { problemOf } from '../../../lib/api.ts'
import { Said } from '../../../lib/said.tsx'
import { decisionLabels, scopeLabels, stateLabels } from './labels.ts'
import type { ReleaseState } from './state.ts'

const changesShown = 12

export function Publishing({ state, publicPath }: { state: ReleaseState; publicPath: string | null }) {
  const problem = useSignal('')
  const release = state.release.value
  const { changes, problem: unready, nextVersion } = state.preview.value
  const isFirst = release.canonicalVersion === null
  const wait = async () => {
    await state.waitUntilPublished()
    announce(stateLabels(state.release.value))
  }
  useEffect(() => {
    if (release.state === 'PUBLISHING') void wait()
  }, [])
  const publish = async () => {
    problem.value = ''
    const { error } = await state.publish()
    if (error) problem.value = problemOf(error)
    else await wait()
  }
  const canPublish = release.state !== 'PUBLISHING' && unready === null && (isFirst || changes.length > 0)
  const isSame = !isFirst && changes.length === 0 && unready === null
  return (
    <div class="publishing">
      <p>
        <b>{stateLabels(release)}</b>
      </p>
      {release.problem !== null && <p class="problem">{release.problem}</p>}
      {unready !== null && <p class="notice">{unready}</p>}
      {isSame && (
        <p>{say('Nothing has changed since version {version}.', { version: String(release.canonicalVersion) })}</p>
      )}
      {changes.length > 0 && (
        <ul class="mono changes">
          {changes.slice(0, changesShown).map((change) => (
            <li key={change.path}>{changeText(change)}</li>
          ))}
          {changes.length > changesShown && (
            <li>{say('and {changes} more', { changes: changes.length - changesShown })}</li>
          )}
        </ul>
      )}
      <Said role="alert" class="problem">
        {problem}
      </Said>
      <div class="acts">
        {!isSame && (
          <button type="button" class="key go needs-js" disabled={!canPublish} onClick={() => void publish()}>
            {say('Publish version {version}', { version: nextVersion })}
          </button>
        )}
        {!isFirst && publicPath !== null && (
          <a class="key" href={publicPath}>
            {say('See its public page and verify it')}
          </a>
        )}
      </div>
    </div>
  )
}

const longestValue = 40

type Change = ReleaseState['preview']['value']['changes'][number]

const scopeTexts = () => new Map<string, string>(Object.entries(scopeLabels()))
const decisionTexts = () => new Map<unknown, string>(decisionLabels().map(({ value, text }) => [value, text]))

function changeText({ path, before, after }: Change): string {
  const scope = scopeTexts().get(path.replace('/policies/', ''))
  const wordOf = (value: unknown) => (scope === undefined ? undefined : decisionTexts().get(value)) ?? shortOf(value)
  return `${scope ?? placeOf(path)}: ${wordOf(before)} → ${wordOf(after)}`
}

/** A path in a manifest as people count: tracks › 2 › title. */
const placeOf = (path: string) =>
  path
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part))
    .join(' › ')

function shortOf(value: unknown): string {
  if (value === undefined || value === null) return say('not specified ## the value of a field that is empty')
  const name: unknown = typeof value === 'object' ? (Reflect.get(value, 'title') ?? Reflect.get(value, 'name')) : value
  const text = typeof name === 'string' ? name : JSON.stringify(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}
