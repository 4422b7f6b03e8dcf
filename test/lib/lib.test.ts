import { expect, test } from 'bun:test'
import { hmac, sameText, sha256Hex } from '../../src/lib/hash/hmac.ts'
import { contrastRatio } from '../../src/lib/music/contrast.ts'
import { codePoints, cutText } from '../../src/lib/text/code-points.ts'
import { createBatch } from '../../src/lib/turn/batch.ts'
import { createKeyedLock } from '../../src/lib/turn/keyed-lock.ts'
import { createSemaphore, SemaphoreFull } from '../../src/lib/turn/semaphore.ts'

test('texts are counted and cut by code points, never within one', () => {
  const text = 'a🎧é🏳️'
  expect([codePoints(text), codePoints('')]).toEqual([5, 0])
  expect([0, 1, 2, 3, 4, 5, 9].map((max) => cutText(text, max))).toEqual(['', 'a', 'a🎧', 'a🎧é', 'a🎧é🏳', text, text])
})

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#595959', '#ffffff', 7],
  ['#0a0a0a', '#ffffff', 19.8],
  ['#ff0000', '#ffffff', 4],
  ['#00ff00', '#000000', 15.3],
  ['#0000ff', '#ffffff', 8.59],
  ['#FFFF00', '#ffffff', 1.07],
])('the contrast of %s and %s is what WCAG has it', (a, b, ratio) => {
  expect(contrastRatio(a, b)).toBeCloseTo(ratio, 1)
  expect(contrastRatio(b, a)).toBe(contrastRatio(a, b))
})

test('a semaphore lets so many in, so many wait in the order they came, and refuses the next', async () => {
  const semaphore = createSemaphore({ atOnce: 2, waiting: 2 })
  const begun: number[] = []
  const doors = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const pass = (index: number) =>
    semaphore(async () => {
      begun.push(index)
      await doors[index]?.promise
      if (index === 1) throw new Error('broke')
    })
  const passing = [0, 1, 2, 3].map((index) => pass(index).catch((error: unknown) => String(error)))
  expect(begun).toEqual([0, 1])
  expect(pass(4)).rejects.toThrow(SemaphoreFull)
  doors[1]?.resolve()
  expect(await passing[1]).toBe('Error: broke')
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of doors) resolve()
  await Promise.all(passing)
  expect(begun).toEqual([0, 1, 2, 3])
  expect(await semaphore(async () => 'free again')).toBe('free again')
})

test('a keyed lock runs work of one key in order, also after a failure, and other keys do not wait', async () => {
  const withLock = createKeyedLock()
  const told: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = withLock('a', async () => {
    await promise
    told.push('first')
    throw new Error('broke')
  })
  const broke = first.catch(() => 'broke')
  const second = withLock('a', async () => {
    await Bun.sleep(5)
    told.push('second')
  })
  await withLock('b', async () => void told.push('other'))
  expect(told).toEqual(['other'])
  resolve()
  expect(await broke).toBe('broke')
  // The first is over and forgotten; the second still has its turn.
  const third = withLock('a', async () => void told.push('third'))
  await Promise.all([second, third])
  expect(told).toEqual(['other', 'first', 'second', 'third'])
})

test('requests of one turn are done once, and those of later are done then', async () => {
  const done: (readonly number[])[] = []
  const together = createBatch<number>((all) => {
    done.push(all)
    if (all.includes(4)) throw new Error('broke')
  })
  await Promise.all([together(1), together(2)])
  await together(3)
  const [fourth, fifth] = [together(4), together(5)].map((asked) => asked.catch((error: unknown) => String(error)))
  expect([await fourth, await fifth]).toEqual(['Error: broke', 'Error: broke'])
  await together(6)
  expect(done).toEqual([[1, 2], [3], [4, 5], [6]])
})

test('signatures and hashes are those of the standards, over the whole key and the whole text', () => {
  // RFC 4231, test case 2, and FIPS 180-4.
  const [key, text] = ['Jefe', 'what do ya want for nothing?']
  const signed = Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex')
  expect(hmac(key, text)).toBe(signed.toString('base64url'))
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('two texts are the same when all of them is', () => {
  const text = 'a secret of some length'
  expect(sameText(text, text)).toBe(true)
  for (let at = 0; at < text.length; at += 1) {
    const other = `${text.slice(0, at)}#${text.slice(at + 1)}`
    expect([sameText(text, other), sameText(other, text), sameText(text, text.slice(0, at))]).toEqual([
      false,
      false,
      false,
    ])
  }
  expect(sameText('', 'x')).toBe(false)
})
