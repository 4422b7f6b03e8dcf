import { expect, setDefaultTimeout, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { bringCodes, planCodes } from '../../src/shop/download-code/bring-codes.ts'
import { readGivenCodes } from '../../src/shop/download-code/read-given-codes.ts'
import { rowsOf } from '../support/account/account.ts'
import { musicFolder } from '../support/casset/music-folder.ts'
import { addTape } from '../support/casset/tape.ts'
import { testLimitMs } from '../support/limits.ts'
import { runProgram, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'
import { shareNames } from '../support/shared.ts'
import { makeCodes, redeem } from '../support/shop/code.ts'
import { cast, world } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const sharedServer = shareNames()

test('a file of codes is read as CSV or as a list, with or without a line that names its columns', () => {
  const codesOf = (text: string) => readGivenCodes(text).codes.map(({ code, tape }) => [code, tape])
  expect(codesOf('abcd-1234\r\nefgh-5678\n')).toEqual([
    ['abcd-1234', null],
    ['efgh-5678', null],
  ])
  expect(codesOf('\uFEFFAlbum;Code;Used\n"Winter; the ""best""";abcd-1234;no\nSummer;efgh-5678;2024-01-01\n')).toEqual([
    ['abcd-1234', 'Winter; the "best"'],
  ])
  expect(codesOf('Download codes for Winter\n\ncode\nabcd-1234\n')).toEqual([['abcd-1234', null]])
  expect(readGivenCodes('short\nabcd-1234,"')).toMatchObject({ left: [{ line: 1 }] })
  expect(readGivenCodes('code,note\nabcd-1234,"two\nlines"\nnope,\n').left).toMatchObject([{ line: 4 }])
  expect(codesOf('Album;Code\nWinter, live;abcd-1234\n')).toEqual([['abcd-1234', 'Winter, live']])
  expect(codesOf('=cmd()\n\0\n')).toEqual([])
})

test('a code that was used elsewhere is left out, in whichever language the file says so', () => {
  for (const [head, unused, used] of [
    ['Code;Album;Benutzt', 'nein', 'ja'],
    ['Code;Album;Eingelöst am', '', '03.05.2024'],
    ['Código;Álbum;Canjeado', 'no', 'sí'],
    ['Code;Album;Utilisé', 'non', 'oui'],
    ['コード;アルバム;使用済み', '未使用', '使用済'],
    ['Code;Release;Redeemed?', 'n', 'y'],
    ['Code;Release;State', 'unused', 'spent'],
  ] as const) {
    const { codes, left } = readGivenCodes(`${head}\nabcd-1234;S;${unused}\nyzab-cdef;S;${used}\n`)
    expect([head, codes.map(({ code }) => code), left.length]).toEqual([head, ['abcd-1234'], 1])
  }
})

test('codes of elsewhere are redeemed once each, in any case, for the tape that the file names', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const winter = addTape(svc, nova, 'winter', { name: 'Winter' })
  const tapes = [
    { cassetId: nova.cassetId, name: 'First', names: ['First'] },
    { cassetId: winter, name: 'Winter', names: ['Winter', 'winter'] },
  ]
  const own = await makeCodes(svc, nova)
  const text = `code,album,redeemed\nzzzz-1234,winter,\nyyyy-1234,FIRST,0\nxxxx-1234,winter,yes\nwwww-1234,,\n${own.first},Winter,\nvvvv-12,Winter,\n`
  const plan = planCodes(svc.ctx, text, tapes, undefined)
  expect(plan.batches.map(({ tape, hashes }) => [tape.name, hashes.length])).toEqual([
    ['Winter', 1],
    ['First', 1],
  ])
  expect(plan.left.map(({ line }) => line).toSorted()).toEqual([4, 5, 6, 7])
  expect(bringCodes(svc.ctx, plan, 'Given out elsewhere: x.csv')).toBe(2)
  const again = planCodes(svc.ctx, text, tapes, undefined)
  expect([again.batches, again.known]).toEqual([[], 2])
  const first = await redeem(svc, ada, ' ZZZZ 1234')
  expect([first.status, first.json]).toEqual([
    200,
    expect.objectContaining({ casset: expect.objectContaining({ slug: 'nova.winter' }) }),
  ])
  const other = cast(svc.ctx, 'kit')
  expect(await redeem(svc, other, 'zzzz-1234')).toMatchObject({ status: 409 })
  expect(await redeem(svc, other, 'xxxx-1234')).toMatchObject({ status: 400 })
  expect(await redeem(svc, nova, 'yyyy-1234')).toMatchObject({ status: 409 })
  expect((await svc.call('GET', '/api/studio/codes', { cookie: ada.cookie })).json).toMatchObject({ batches: [] })
  // Nothing in the database is the code itself.
  expect(JSON.stringify(rowsOf(svc, 'codes')).toLowerCase()).not.toContain('zzzz')
})

test('the command takes codes alone or with the music that they are for, and says which lines it left', async () => {
  using data = temporaryFolder()
  using folder = musicFolder()
  const env = { DATA_DIR: data.path, LOG_LEVEL: 'silent' }
  await folder.putMusic('Winter/a.flac', { title: 'Snow', album: 'Winter' })
  await folder.put('codes.csv', 'abcd-1234\nnope\nefgh-5678\n')
  const run = (...args: string[]) => runProgram(['import', ...args, '--artist', 'nova'], env)
  await using svc = await startProcess({ dataDir: data.path })
  await signUpAt(svc, 'nova')
  const codes = ['--codes', `${folder.path}/codes.csv`]
  const shown = await run(`${folder.path}/Winter`, ...codes, '--tape', 'Winter')
  expect([shown.exitCode, shown.err]).toEqual([0, ''])
  expect(shown.out).toContain('2 codes for Winter\n  left out: no code of 8 or more letters and digits (line 2)')
  expect(shown.out).toContain('Nothing has been changed.')
  const done = await run(`${folder.path}/Winter`, ...codes, '--yes')
  expect(done.out).toContain('2 codes can be redeemed at ')
  const alone = await run(...codes, '--yes')
  expect(alone.out).toContain('2 codes imported before')
  expect(alone.out).toContain('No new codes were imported.')
  symlinkSync(`${folder.path}/codes.csv`, `${folder.path}/link.csv`)
  expect((await run('--codes', `${folder.path}/link.csv`)).out).toContain('2 codes imported before')
  for (const none of ['absent.csv', 'Winter']) {
    const refused = await run('--codes', `${folder.path}/${none}`)
    expect([refused.exitCode, refused.err]).toEqual([1, ''])
    expect(refused.out).toContain(`There is no file ${folder.path}/${none}.`)
  }
})
