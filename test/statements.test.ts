import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { openDb } from '../db/open.ts'
import { checkRawRows, rawStatement } from '../db/prepared.ts'
import { scratchFolder } from './bench/program.ts'

test('a plus before a parameter changes no value that is compared, counted or written', () => {
  using folder = scratchFolder()
  const { $client: db } = openDb(join(folder.path, 'a.db'))
  db.run('CREATE TABLE things (id TEXT PRIMARY KEY, size INTEGER, body BLOB) STRICT')
  const add = db.query('INSERT INTO things VALUES ($id, $size, $body)')
  for (const [id, size] of [
    ['007', 7],
    ['7', null],
    ['x = ?', 9],
  ] as const)
    add.run({ id, size, body: new Uint8Array([1]) })
  const sizes = (text: string, ...values: (string | number)[]) =>
    db
      .prepare(text)
      .values(...values)
      .flat()
  expect(sizes('SELECT size FROM things WHERE id = ?', '007')).toEqual([7])
  expect(sizes('SELECT id FROM things WHERE size = ?', 7)).toEqual(['007'])
  expect(sizes('SELECT id FROM things WHERE size > ? ORDER BY id LIMIT ?', 1, 1)).toEqual(['007'])
  expect(sizes('SELECT size FROM things WHERE id = ?', 'x = ?')).toEqual([9])
  db.query('UPDATE things SET size = $size, body = $body WHERE id = $id').run({
    id: '7',
    size: null,
    body: new Uint8Array([2, 0]),
  })
  expect(db.query('SELECT size, body FROM things WHERE id = $id').get({ id: '7' })).toEqual({
    size: null,
    body: new Uint8Array([2, 0]),
  })
  db.close()
})

test('a row of raw SQL that is not of its schema is told, with its column and its statement', () => {
  using folder = scratchFolder()
  const db = openDb(join(folder.path, 'a.db'))
  checkRawRows(db)
  const Sum = t.Object({ of: t.String(), sum: t.Integer() })
  const right = rawStatement<typeof Sum, [string]>(Sum, 'SELECT ?1 AS of, 1 AS sum')(db)
  expect(right.get('a')).toEqual({ of: 'a', sum: 1 })
  expect([...right.iterate('b')]).toEqual([{ of: 'b', sum: 1 }])
  const wrong = rawStatement<typeof Sum, [string]>(Sum, "SELECT ?1 AS of, '1' AS sum")(db)
  for (const read of [() => wrong.get('a'), () => wrong.all('a'), () => [...wrong.iterate('a')]])
    expect(read).toThrow("/sum of a row: Expected integer, in SELECT ?1 AS of, '1' AS sum")
  expect(rawStatement(Sum, 'SELECT 1 WHERE false')(db).get()).toBeNull()
  db.$client.close()
})
