import { expect, test } from 'bun:test'
import { createPrepared } from '../src/public-v1/prepared.ts'

const bound = 16_000_000
const entry = (artistId: string, characters: number) => ({
  artistId,
  artist: 'a'.repeat(characters / 2),
  catalog: 'c'.repeat(characters / 2),
})

test('what is prepared is kept by handle until its artist changes, and nobody else’s goes with it', () => {
  const prepared = createPrepared()
  const [nova, ada] = [entry('n', 2), entry('a', 2)]
  prepared.put('nova', nova)
  prepared.put('ada', ada)
  expect([prepared.get('nova'), prepared.get('ada'), prepared.get('nobody')]).toEqual([nova, ada, undefined])
  prepared.drop('n')
  prepared.drop('nobody')
  expect([prepared.get('nova'), prepared.get('ada')]).toEqual([undefined, ada])
})

test('an artist whose handle is another’s by now drops nothing of theirs', () => {
  const prepared = createPrepared()
  prepared.put('nova', entry('before', 2))
  prepared.put('nova', entry('after', 2))
  prepared.drop('before')
  expect(prepared.get('nova')?.artistId).toBe('after')
  prepared.drop('after')
  expect(prepared.get('nova')).toBeUndefined()
})

test('beyond sixteen million characters the oldest give way to the newest', () => {
  const prepared = createPrepared()
  for (const name of ['first', 'second', 'third', 'fourth']) prepared.put(name, entry(name, bound / 4))
  expect(['first', 'fourth'].map((name) => prepared.get(name)?.artistId)).toEqual(['first', 'fourth'])
  prepared.put('fifth', entry('fifth', 2))
  const left = ['first', 'second', 'third', 'fourth', 'fifth'].filter((name) => prepared.get(name))
  expect(left).toEqual(['second', 'third', 'fourth', 'fifth'])
  prepared.put('last', entry('last', bound / 2))
  expect(['second', 'third', 'fourth', 'fifth', 'last'].filter((name) => prepared.get(name))).toEqual([
    'fourth',
    'fifth',
    'last',
  ])
})

test('what is dropped or put again gives its room back', () => {
  const prepared = createPrepared()
  const large = entry('large', bound / 2)
  for (let round = 0; round < 100; round += 1) {
    prepared.put('large', large)
    prepared.put('large', large)
    prepared.drop('large')
  }
  prepared.put('small', entry('small', 2))
  prepared.put('large', large)
  expect([prepared.get('small')?.artistId, prepared.get('large')?.artistId]).toEqual(['small', 'large'])
})
