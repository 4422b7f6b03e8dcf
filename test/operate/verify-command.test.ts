import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inTransaction } from '../../db/commits.ts'
import { appendEvent } from '../../src/release/provenance/append-event.ts'
import { fixture } from '../support/casset/upload.ts'
import { runProgram, temporaryFolder } from '../support/process.ts'
import { publishedRelease } from '../support/release/release.ts'
import { shareNames } from '../support/shared.ts'
import { world } from '../support/world.ts'

const sharedServer = shareNames()

const verify = (...args: string[]) => runProgram(['verify', ...args], {})

test('verify checks a release at its site and remembers the log; a saved answer needs the key and nothing else', async () => {
  const svc = await sharedServer()
  using folder = temporaryFolder()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id], { title: 'First\u202e Light' })
  const at = (name: string) => join(folder.path, name)
  const address = `${svc.url}/@nova/releases/${id}`
  const first = await verify(address, '--checkpoint', at('head.txt'))
  expect([first.exitCode, first.out.split('\n')]).toEqual([
    0,
    [
      '“First Light” by Nova (@nova), version 1',
      expect.stringMatching(/^ {2}ok {7}manifest {2}The manifest is as it was published\./),
      expect.stringMatching(/^ {2}ok {7}signature Signed by localhost:\d+ on /),
      expect.stringMatching(/^ {2}ok {7}history {3}\d+ events, each naming the one before, and as many as localhost/),
      expect.stringMatching(/^ {2}ok {7}log {7}All 4 events are among the 4 entries of the log localhost/),
      '  ok       answers   DNA, lineage and dossier are signed, and say what the manifest and the events say.',
      `The head of the log is kept in ${at('head.txt')}: name it again next time.`,
      'Verified: all 5 checks hold.',
      '',
    ],
  ])
  inTransaction(svc.ctx.db, () =>
    appendEvent(svc.ctx, id, { type: 'LICENSE_ENDED', actor: { kind: 'system' }, payload: { licenseId: 'none' } }),
  )
  await svc.ctx.jobs.idle()
  const again = await verify(`${svc.url}/api/agents/releases/${id}/manifest`, '--checkpoint', at('head.txt'))
  expect([again.exitCode, again.out]).toEqual([0, expect.stringContaining('4 entries then, 5 now.')])
  expect(await Bun.file(at('head.txt')).text()).toContain('\n5\n')

  const manifest = await (await svc.fetch(`/api/agents/releases/${id}/manifest`)).text()
  await Bun.write(at('manifest.json'), manifest)
  const keyless = await verify(at('manifest.json'))
  expect([keyless.exitCode, keyless.out]).toEqual([
    1,
    expect.stringMatching(
      /signature There is no file .*did\.json\.\nNot verified: 1 of 2 checks could not be made\.\n$/,
    ),
  ])
  await Bun.write(at('keys.json'), await (await svc.fetch('/.well-known/did.json')).text())
  await Bun.write(at('dawn.flac'), Bun.file(svc.ctx.blobs.path(dawn.sha256)))
  const saved = await verify(at('manifest.json'), at('dawn.flac'), '--key', at('keys.json'))
  expect([saved.exitCode, saved.out]).toEqual([0, expect.stringContaining('dawn.flac” is the original of “Dawn”')])
  expect(saved.out).toContain('Its history and the log were not looked at')

  await Bun.write(at('other.flac'), await fixture('flac-long.flac'))
  const other = await verify(at('manifest.json'), at('other.flac'), '--key', at('keys.json'))
  expect([other.exitCode, other.out]).toEqual([2, expect.stringContaining('is not a file of this release')])
  await Bun.write(at('manifest.json'), manifest.replace('Dawn', 'Dusk'))
  const altered = await verify(at('manifest.json'), '--key', at('keys.json'))
  expect([altered.exitCode, altered.out]).toEqual([
    2,
    expect.stringMatching(/ALTERED {2}manifest .*\n {2}ALTERED {2}signature .*\nNot verified: 2 of 2 checks found/),
  ])
})

test('a release that cannot be verified ends with 1 and says why, and nothing is written', async () => {
  const svc = await sharedServer()
  using folder = temporaryFolder()
  const nothing = '0193b5a0-0000-7000-8000-000000000000'
  const head = join(folder.path, 'head.txt')
  const begun = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{'
  const breaking = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: (socket) => void socket.end(begun) } })
  for (const [args, why] of [
    [[], 'Usage: tapedeck verify FILE|URL'],
    [[join(folder.path, 'none.json')], 'There is no file'],
    [[`${svc.url}/@nova`], 'is not the address of a release.'],
    [[`${svc.url}/@nova/releases/${nothing}`, '--checkpoint', head], 'answered 404'],
    [[`http://127.0.0.1:9/releases/${nothing}`], 'cannot be reached'],
    [[`http://127.0.0.1:${breaking.port}/releases/${nothing}`], 'cannot be reached'],
  ] as const) {
    const { exitCode, out } = await verify(...args)
    expect([exitCode, out]).toEqual([1, expect.stringContaining(why)])
  }
  for (const [args, why] of [
    [['x.json', '--key'], '"--key" needs a file after it.'],
    [['x.json', '--checkpoint', head], '--checkpoint needs the address of a release.'],
  ] as const) {
    const { exitCode, err } = await verify(...args)
    expect([exitCode, err]).toEqual([1, expect.stringContaining(why)])
  }
  breaking.stop(true)
  expect(existsSync(head)).toBe(false)
})
