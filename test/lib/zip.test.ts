import { expect, test } from 'bun:test'
import { openZip } from '../../src/lib/zip/open-zip.ts'
import { type Zipped, zipOf } from '../support/zips.ts'

const open = (zip: Uint8Array<ArrayBuffer>, most?: number) =>
  openZip(new Blob([zip]), { name: 'Winter.zip', ...(most === undefined ? {} : { most }) })

const song: Zipped = { name: 'Winter/01 Snow.mp3', content: 'la '.repeat(1_000) }

/** Reads all files of a zip: of each its path, and its text or why it has none. */
async function readAll(files: readonly Zipped[]) {
  const members = await open(zipOf(files))
  return Promise.all(
    members.map(async ({ path, problem, read }) => {
      const pieces: Uint8Array[] = []
      if (problem !== null) return [path, problem]
      try {
        await read((piece) => {
          pieces.push(piece)
        })
        return [path, Buffer.concat(pieces).toString()]
      } catch (error) {
        return [path, error instanceof Error ? error.message : '', Buffer.concat(pieces).length]
      }
    }),
  )
}

test('a zip is read as programs write them: packed or not, with sizes behind, in 64 bits, with backslashes', async () => {
  const ways: Partial<Zipped>[] = [{}, { hasDescriptor: true }, { isWide: true }]
  const files = ways.flatMap((way) => [false, true].map((isStored) => ({ ...song, ...way, isStored })))
  const named = files.map((file, index) => ({ ...file, name: `Winter\\CD 1/${index}.mp3` }))
  expect(await open(zipOf(named, { isWide: true }))).toHaveLength(named.length)
  expect(await readAll(named)).toEqual(named.map((_, index) => [`Winter/CD 1/${index}.mp3`, String(song.content)]))
  const zip = zipOf(named)
  for (const member of await open(zip)) {
    expect(new TextDecoder().decode(await member.start(5))).toBe('la la')
    if (!member.isStored) continue
    await member.read(() => {})
    expect(zip.subarray(...member.place()).toString()).toBe(String(song.content))
  }
})

test('a file that is damaged, locked, linked, unusual, outside, twice or under another is left alone, with a reason', async () => {
  const damaged = 'damaged in the zip: make or download the zip again'
  const outside = 'its name leads out of the zip'
  const files: [Zipped, string | string[]][] = [
    [{ ...song, name: 'whole' }, String(song.content)],
    [{ ...song, name: 'wrong sum', crc: 1 }, [damaged]],
    [{ ...song, name: 'wrong sum, stored', crc: 1, isStored: true }, [damaged]],
    [{ ...song, name: 'more than it says', bytes: 10 }, [damaged]],
    [{ ...song, name: 'less than it says', bytes: 20_000_000_000, isWide: true }, [damaged]],
    [{ ...song, name: 'under another', at: 0 }, [damaged]],
    [{ ...song, name: 'locked', isEncrypted: true }, 'locked with a password: unpack the zip, and bring the folder'],
    [{ ...song, name: 'linked', isLink: true }, 'a link, which is not followed'],
    [{ ...song, name: 'lzma', method: 14 }, 'packed in an unusual way: unpack the zip, and bring the folder'],
    [{ ...song, name: '../up' }, outside],
    [{ ...song, name: 'a/../../up' }, outside],
    [{ ...song, name: '/etc/passwd' }, outside],
    [{ ...song, name: '\\\\server\\share' }, outside],
    [{ ...song, name: 'C:\\Windows' }, outside],
    [{ ...song, name: 'nothing\0.mp3' }, outside],
    [{ ...song, name: './whole' }, 'a second file of the same name in the zip'],
  ]
  const read = await readAll(files.map(([file]) => file))
  expect(read.map(([, said]) => said)).toEqual(files.map(([, said]) => [said].flat()[0]))
  // Of one that says less than it holds no more is given than it says.
  expect(read[3]?.[2]).toBeLessThanOrEqual(10)
})

test('a file that is no whole zip is refused in words: empty, cut anywhere, another archive, too many files', async () => {
  const zip = zipOf([song, { ...song, name: 'b' }])
  const cut = '“Winter.zip” is cut off, in several parts or damaged. Make or download the zip again.'
  for (const at of [2, 21, 50, 200, zip.length - 60, zip.length - 22, zip.length - 1]) {
    await expect(open(zip.subarray(0, at))).rejects.toThrow(cut)
  }
  await expect(open(zipOf([]))).rejects.toThrow('“Winter.zip” is empty.')
  const archive = '“Winter.zip” is no zip. Unpack it, and bring the folder.'
  for (const start of ['', 'Rar!\x1a\x07', 'ID3']) await expect(open(Buffer.from(start))).rejects.toThrow(archive)
  const many = zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}`, content: '', isStored: true })))
  await expect(open(many)).rejects.toThrow('“Winter.zip” has more than 10,000 files. Unpack it, and')
  await expect(open(zip, 1)).rejects.toThrow('more than 1 files')
})

// As Windows writes them: in the encoding of its country, and says none.
const namesOf: Readonly<Record<string, readonly [hex: string, name: string][]>> = {
  Western: [
    ['4d816c6c6572', 'Müller'],
    ['53747261e165', 'Straße'],
    ['8f6e67737472946d', 'Ångström'],
    ['426c8662917220', 'Blåbær '],
    ['53c66f204a6fc66f', 'São João'],
  ],
  'Western of other programs': [['636166e9', 'café']],
  Russian: [
    ['87a8aca0', 'Зима'],
    ['91ada5a3', 'Снег'],
  ],
  Polish: [
    ['4d69886f9886', 'Miłość'],
    ['47a998', 'Gęś'],
  ],
  Japanese: [
    ['937e82cc89cc', '冬の歌'],
    ['82b382ad82e7', 'さくら'],
  ],
  Chinese: [['ced2b5c4b0ae', '我的爱']],
  Korean: [['bbe7b6fbc0c7', '사랑의']],
  'UTF-8 that is not said': [['d097d0b8d0bcd0b0', 'Зима']],
  'one that browsers have not': [
    ['959ca0a3e9a498aa', '________'],
    ['eaa4a6a0a59eaaaa', '________ (2)'],
  ],
}

test('names of a zip that does not say its encoding are read in the one in which all are words', async () => {
  for (const [language, names] of Object.entries(namesOf)) {
    const zip = zipOf(names.map(([hex]) => ({ ...song, name: Buffer.from(hex, 'hex') })))
    const paths = (await open(zip)).map(({ path }) => path)
    expect([language, paths]).toEqual([language, names.map(([, name]) => name)])
  }
  const said = zipOf([{ ...song, name: 'Зима é', isUtf8: true }])
  expect((await open(said)).map(({ path }) => path)).toEqual(['Зима é'])
})
