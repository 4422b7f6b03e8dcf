import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types'
import { type AnyNode, parse } from 'acorn'

/** Firefox’s is the ESR, Chromium’s of two years ago (rule: oldest-browsers). */
export const oldest = { safari: '16.4', safari_ios: '16.4', firefox: '153', chrome: '131' } as const

function isYounger(added: string, than: string): boolean {
  const [major = 0, minor = 0] = added.replace('≤', '').split('.').map(Number)
  const [mostMajor = 0, mostMinor = 0] = than.split('.').map(Number)
  return major > mostMajor || (major === mostMajor && minor > mostMinor)
}

/** Returns the version of each browser that has something which its oldest one lacks. */
function lackOf({ support }: CompatStatement): string[] {
  return (['safari', 'safari_ios', 'firefox', 'chrome'] as const).flatMap((browser) => {
    const told = [support[browser] ?? []].flat()
    const added = told
      .filter(({ flags, prefix, alternative_name: other }) => !flags && !prefix && !other)
      .map(({ version_added: version }) => version || 'never')
    if (told.length === 0 || added.some((version) => /\d/.test(version) && !isYounger(version, oldest[browser])))
      return []
    return [`${browser} ${added[0] ?? 'never'}`]
  })
}

/** Whether another browser than Chromium has it: what it has alone is looked for by its users. */
const isCommon = (lack: readonly string[]) => lack.some((each) => !each.startsWith('chrome') && /\d/.test(each))

const partsOf = ({ __compat: _, ...parts }: Identifier): [name: string, part: Identifier][] => Object.entries(parts)

/** Words by what lacks them. One that something older has, too, is not among them. */
function youngWords(groups: readonly Identifier[]): Map<string, string[]> {
  const young = new Map<string, string[]>()
  const old = new Set<string>()
  for (const [name, { __compat: compat }] of groups.flatMap(partsOf)) {
    if (!compat) continue
    const lack = lackOf(compat)
    const word = name.replace(/_static$/, '')
    if (lack.length === 0) old.add(word)
    else if (isCommon(lack)) young.set(word, lack)
  }
  for (const word of old) young.delete(word)
  return young
}

const { builtins = {} } = bcd.javascript
const { global_attributes: global = {}, elements = {} } = bcd.html
const owners = [builtins, bcd.api].flatMap(partsOf)
const called = youngWords(owners.map(([, owner]) => owner))
/** Those of an owner itself: `URL.parse`. */
const named = new Map(
  owners.flatMap(([owner, parts]) => [...youngWords([parts])].map(([word, lack]) => [`${owner}.${word}`, lack])),
)
const made = youngWords([builtins, bcd.api])
const ofWindow = youngWords([bcd.api.Window ?? {}])
const attributes = youngWords([global, ...partsOf(elements).map(([, each]) => each)])

/** Iterators, and not only lists, have these since Safari 18.4. */
const helpers = /^(?:map|filter|take|drop|flatMap|toArray|forEach|some|every|find|reduce)$/
const makesIterators = /^(?:matchAll|values|keys|entries)$/

const nameOf = (node: AnyNode): string => (node.type === 'Identifier' ? node.name : '')

/** Whether a call makes an iterator, as `map.values()` does and `Object.values(map)` does not. */
const isIterator = (node: AnyNode): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  nameOf(node.callee.object) !== 'Object' &&
  makesIterators.test(nameOf(node.callee.property))

function* nodesOf(node: AnyNode): Generator<AnyNode> {
  yield node
  for (const part of Object.values(node).flat()) if (typeof part?.type === 'string') yield* nodesOf(part)
}

/** Parses a script as the oldest browsers do; throws SyntaxError where they would. */
export const parsed = (script: string) => parse(script, { ecmaVersion: 2022, sourceType: 'module' })

/** A word that one of the oldest browsers lacks, and the versions that have it. */
export type Young = { word: string; lack: readonly string[] }

export function youngIn(script: string): Young[] {
  const found = new Map<string, Young>()
  const iterators = new Set<string>()
  const tell = (word: string, lack: readonly string[] | undefined) => {
    if (lack) found.set(word, { word, lack })
  }
  for (const node of nodesOf(parsed(script))) {
    if (node.type === 'VariableDeclarator' && node.init && isIterator(node.init)) iterators.add(nameOf(node.id))
    if (node.type === 'NewExpression') tell(nameOf(node.callee), made.get(nameOf(node.callee)))
    if (node.type !== 'CallExpression') continue
    const { callee } = node
    if (callee.type === 'Identifier') tell(callee.name, ofWindow.get(callee.name))
    if (callee.type !== 'MemberExpression') continue
    const word = nameOf(callee.property)
    const whole = `${nameOf(callee.object)}.${word}`
    if (named.has(whole)) tell(whole, named.get(whole))
    else tell(word, called.get(word))
    if (helpers.test(word) && (isIterator(callee.object) || iterators.has(nameOf(callee.object))))
      tell(`${word} of an iterator`, ['safari 18.4'])
  }
  return [...found.values()]
}

/** Returns the attributes in a text of TSX that the oldest browsers lack. */
export const youngAttributesIn = (text: string): Young[] =>
  [...text.matchAll(/\s([a-z]+)=["{]/g)].flatMap(([, name = '']) => {
    const lack = attributes.get(name)
    return lack ? [{ word: `${name}=`, lack }] : []
  })
