import { expect, test } from 'bun:test'
import { type Fates, happenings } from '../../src/platform/promised.ts'
import { promises } from '../../src/promises.ts'
import { happen, scenes } from '../support/promises.ts'
import { inTree } from '../support/tree.ts'
import { notPromised, waitingTables } from '../support/waiting-tables.ts'

const sides = ['giver', 'receiver'] as const

const cases = promises.flatMap(({ name, ...fates }) =>
  sides.flatMap((side) => {
    const of: Fates | null = fates[side]
    return of === null ? [] : happenings.map((what) => ({ name, side, what, fate: of[what] }))
  }),
)

test('each promise that is declared is made by a test, and each that is made is declared', () => {
  expect(Object.keys(scenes).toSorted()).toEqual(promises.map(({ name }) => name).toSorted())
})

test('each table in which something waits is that of a promise, or has its reason', async () => {
  const named = [...promises.flatMap(({ tables }) => tables), ...Object.keys(notPromised)]
  const waiting = await waitingTables()
  expect(waiting.length).toBeGreaterThan(20)
  expect(waiting.filter((table) => !named.includes(table))).toEqual([])
  expect(Object.keys(notPromised).filter((table) => !waiting.includes(table))).toEqual([])
})

test('the table of the rule has the fates that are declared', async () => {
  const rule = (await Bun.file(inTree('src/docs/wings/operate.md')).text()).split('## promises')[1]?.split('\n## ')[0]
  const rows = rule?.split('\n').filter((line) => line.startsWith('| '))
  const cellsOf = (fates: Fates | null) => happenings.map((what) => fates?.[what] ?? '–')
  const wanted = promises.map(({ thing, giver, receiver }) => [thing, ...cellsOf(giver), ...cellsOf(receiver)])
  expect(rows?.slice(2)).toEqual(wanted.map((cells) => `| ${cells.join(' | ')} |`))
})

test.each(cases)('$name: when its $side $what, it $fate', async ({ name, side, what, fate }) => {
  const scene = await scenes[name]?.()
  if (!scene) throw new Error(`Nobody makes ${name}.`)
  await using _ = scene
  const who = scene[side]
  if (!who) throw new Error(`Nobody is the ${side} of ${name}.`)
  const status = await happen(scene.svc, who, what)
  const isRefused = what === 'deletes' && status === 409
  expect(isRefused ? 'refused' : await scene.outcome()).toBe(fate)
})
