import { expect, test } from 'bun:test'
import { type Fate, type Fates, type Happening, happenings, ofAccounts } from '../../src/platform/promised.ts'
import { promises } from '../../src/rooms.ts'
import { happen, type Scenes } from '../support/promises/scene.ts'
import { told } from '../support/told.ts'
import { inTree } from '../support/tree.ts'
import { notPromised, waitingTables } from '../support/waiting-tables.ts'

const scenes: Scenes = Object.assign({}, ...(await told('scenes')))

const sides = ['giver', 'receiver'] as const

const verbs: Readonly<Record<Happening, string>> = {
  deletes: 'deletes',
  suspended: 'is suspended',
  moves: 'moves',
  forbidden: 'may not sell',
  hidden: 'is hidden',
}

const befalls = { giver: happenings, receiver: ofAccounts } as const

/**
 * Returns what may befall a side, each with its fate; all that leave a promise as it is are one
 * entry.
 */
function turnsOf(fates: Fates, all: readonly Happening[]) {
  const order = ['moves', 'suspended', 'forbidden', 'hidden'] as const
  const lasting = order.filter((what) => all.includes(what) && fates[what] === 'stays')
  const others = all.filter((what) => fates[what] !== 'stays' || what === 'deletes')
  const turns: { what: readonly Happening[]; fate: Fate }[] = others.map((what) => ({
    what: [what],
    fate: fates[what],
  }))
  return lasting.length > 0 ? [...turns, { what: lasting, fate: 'stays' as const }] : turns
}

const cases = promises.flatMap(({ name, ...fates }) =>
  sides.flatMap((side) => {
    const of: Fates | null = fates[side]
    return of === null
      ? []
      : turnsOf(of, befalls[side]).map(({ what, fate }) => ({
          name,
          side,
          what,
          does: what.map((each) => verbs[each]).join(' and '),
          fate,
        }))
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
  expect(promises.flatMap(({ tables }) => tables).filter((table) => table in notPromised)).toEqual([])
  expect(Object.keys(notPromised).filter((table) => !waiting.includes(table))).toEqual([])
})

test('the table of the rule has the fates that are declared', async () => {
  const rule = (await Bun.file(inTree('src/docs/wings/operate/people.md')).text())
    .split('## promises')[1]
    ?.split('\n## ')[0]
  const rows = rule?.split('\n').filter((line) => line.startsWith('| '))
  const cellsOf = (fates: Fates | null, side: keyof typeof befalls) => befalls[side].map((what) => fates?.[what] ?? '–')
  const wanted = promises.map(({ thing, giver, receiver }) => [
    thing,
    ...cellsOf(giver, 'giver'),
    ...cellsOf(receiver, 'receiver'),
  ])
  expect(rows?.slice(2).toSorted()).toEqual(wanted.map((cells) => `| ${cells.join(' | ')} |`).toSorted())
})

test.each(cases)('$name: when its $side $does, it $fate', async ({ name, side, what, fate }) => {
  const scene = await scenes[name]?.()
  if (!scene) throw new Error(`Nobody makes ${name}.`)
  await using _ = scene
  const who = scene[side]
  if (!who) throw new Error(`Nobody is the ${side} of ${name}.`)
  const statuses: number[] = []
  for (const each of what) statuses.push(await happen(scene.svc, who, each))
  const isRefused = what.includes('deletes') && statuses.includes(409)
  expect(isRefused ? 'refused' : await scene.outcome()).toBe(fate)
})
