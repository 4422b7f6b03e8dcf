import { expect, test } from 'bun:test'
import { YAML } from 'bun'
import { inTree } from './support/tree.ts'

const folder = inTree('.github/workflows')
const names = await Array.fromAsync(new Bun.Glob('*.yml').scan(folder))
const texts = await Promise.all(names.map(async (name) => [name, await Bun.file(`${folder}/${name}`).text()] as const))

test('an action of others is named by its commit, which cannot be moved as a tag can', () => {
  const used = texts.flatMap(([, text]) => [...text.matchAll(/\buses: *(.*)/g)].map(([, each = '']) => each))
  expect(used.length).toBeGreaterThan(4)
  expect(used.filter((each) => !/^\.\/|@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(each))).toEqual([])
})

test('a release is made, signed and published only after the tests of its commit', () => {
  const parsed: unknown[] = texts.map(([, text]) => YAML.parse(text))
  const jobs = parsed.flatMap((each) => Object.entries(Object(Reflect.get(Object(each), 'jobs'))))
  const isTests = ([, job]: [string, unknown]) => Reflect.get(Object(job), 'uses') === './.github/workflows/tests.yml'
  const tests = jobs.filter(isTests).map(([name]) => name)
  const releasing = jobs.filter(([, job]) => /RELEASE_KEY|gh release|contents: ?write/.test(YAML.stringify(job)))
  expect(releasing.map(([, job]) => Reflect.get(Object(job), 'needs'))).toEqual(tests)
  expect(tests).toHaveLength(1)
  expect(new Map(texts).get('tests.yml')).toContain('workflow_call:')
})
