import { expect, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { tryJson } from '../../src/lib/json/json.ts'
import { jsonReader } from '../../src/lib/json/json-reader.ts'

const read = jsonReader('A tape', t.Object({ title: t.String(), sides: t.Array(t.Integer()) }))

test('a text of its form is read', () => {
  expect(read('{"title":"Nova","sides":[1,2]}')).toEqual({ title: 'Nova', sides: [1, 2] })
})

test('an error names what was read and the first field that is wrong', () => {
  expect(() => read('{"title":"Nova","sides":[1,"2"]}')).toThrow('A tape cannot be read: /sides/1: Expected integer')
  expect(() => read('null')).toThrow('A tape cannot be read: the whole: Expected object')
  expect(() => read('{')).toThrow('A tape cannot be read: it is no JSON.')
})

test('a text that is no JSON is undefined for those who expect it', () => {
  expect([tryJson('null'), tryJson('[1]'), tryJson('{')]).toEqual([null, [1], undefined])
})
