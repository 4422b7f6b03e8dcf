import { expect, test } from 'bun:test'
import { createPrepared, type PreparedArtists } from '../../src/machine/public-v1/prepared.ts'

const bound = 16_000_000
const entry = (artistId: string, bytes: number) => ({
  artistId,
  artist: { body: new Blob(['a'.repeat(bytes / 2)]), etag: '"a"' },
  catalog: { body: new Blob(['c'.repeat(bytes / 2)]), etag: '"c"' },
})

const kept = (prepared: PreparedArtists, handles: readonly string[]) =>
  handles.filter((handle) => prepared.get(`/api/v1/artists/${handle}`) !== undefined)

test('what is prepared is kept by path until its artist changes, and nobody else’s goes with it', () => {
  const prepared = createPrepared()
  const [nova, ada] = [entry('n', 2), entry('a', 2)]
  prepared.put('nova', nova)
  prepared.put('ada', ada)
  expect(prepared.get('/api/v1/artists/nova')).toBe(nova.artist)
  expect(prepared.get('/api/v1/artists/ada/catalog')).toBe(ada.catalog)
  expect(prepared.get('/api/v1/artists/nobody')).toBeUndefined()
  prepared.drop('n')
  prepared.drop('nobody')
  expect(prepared.get('/api/v1/artists/nova')).toBeUndefined()
  expect(prepared.get('/api/v1/artists/nova/catalog')).toBeUndefined()
  expect(prepared.get('/api/v1/artists/ada')).toBe(ada.artist)
})

test('an artist whose handle is another’s by now drops nothing of theirs', () => {
  const prepared = createPrepared()
  prepared.put('nova', entry('before', 2))
  prepared.put('nova', entry('after', 2))
  prepared.drop('before')
  expect(kept(prepared, ['nova'])).toEqual(['nova'])
  prepared.drop('after')
  expect(kept(prepared, ['nova'])).toEqual([])
})

test('beyond sixteen megabytes the oldest give way to the newest', () => {
  const prepared = createPrepared()
  for (const name of ['first', 'second', 'third', 'fourth']) prepared.put(name, entry(name, bound / 4))
  expect(kept(prepared, ['first', 'fourth'])).toEqual(['first', 'fourth'])
  prepared.put('fifth', entry('fifth', 2))
  const names = ['first', 'second', 'third', 'fourth', 'fifth', 'last']
  expect(kept(prepared, names)).toEqual(['second', 'third', 'fourth', 'fifth'])
  prepared.put('last', entry('last', bound / 2))
  expect(kept(prepared, names)).toEqual(['fourth', 'fifth', 'last'])
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
  expect(kept(prepared, ['small', 'large'])).toEqual(['small', 'large'])
})
